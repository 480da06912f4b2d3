import { Page } from '../Frame.tsx'

export default function RestaurantPage() {
  return <Page title="Restaurant">{null}</Page>
}
