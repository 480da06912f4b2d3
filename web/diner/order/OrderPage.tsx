import { Page } from '../Frame.tsx'

export default function OrderPage() {
  return <Page title="Your order">{null}</Page>
}
