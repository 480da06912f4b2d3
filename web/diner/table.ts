/** The parts that a guest at a table needs besides the menu, in one file, which is smaller than separate ones. It is loaded after the menu. */
export { default as CallSheet } from './call/CallSheet.tsx'
export { default as CartPage } from './cart/CartPage.tsx'
export { default as OrderPage } from './order/OrderPage.tsx'
export { default as ScanSheet } from './ScanSheet.tsx'
export { default as SignInSheet } from './SignInSheet.tsx'
export { default as ThanksPage } from './thanks/ThanksPage.tsx'
