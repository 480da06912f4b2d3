import { Page } from '../Frame.tsx'

export default function LoginPage() {
  return <Page title="Sign in">{null}</Page>
}
