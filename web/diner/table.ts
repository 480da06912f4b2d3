/** What a guest needs at a table besides the menu: one file, fetched once the menu is there, and smaller than its parts would be. */
export { default as CallSheet } from './call/CallSheet.tsx'
export { default as CartPage } from './cart/CartPage.tsx'
export { default as OrderPage } from './order/OrderPage.tsx'
export { default as ScanSheet } from './ScanSheet.tsx'
export { default as SignInSheet } from './SignInSheet.tsx'
export { default as ThanksPage } from './thanks/ThanksPage.tsx'
