import { Component, type ReactNode } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'

/** Shows an error in place of a widget that fails to render, so that the other widgets stay. */
export class Boundary extends Component<{ title: string; className?: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    const { title, className, children } = this.props
    if (!this.state.failed) return children
    return (
      <Card title={title} className={className} padded>
        <ErrorCard message="This could not be shown." onRetry={() => this.setState({ failed: false })} />
      </Card>
    )
  }
}
