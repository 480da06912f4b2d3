import { Page } from '../Frame.tsx'

export default function NearbyPage() {
  return <Page title="Discover">{null}</Page>
}
