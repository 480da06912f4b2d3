import { Page } from '../Frame.tsx'

export default function SavedPage() {
  return <Page title="Saved">{null}</Page>
}
