import { Page } from '../Frame.tsx'

export default function ThanksPage() {
  return <Page title="Thank you">{null}</Page>
}
