import { Page } from '../Frame.tsx'

export default function CartPage() {
  return <Page title="Your cart">{null}</Page>
}
