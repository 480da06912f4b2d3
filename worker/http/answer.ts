/** An answer whose text is fixed already: what a command's batch built, or what an earlier one stored. */
export class Answer {
  readonly text: string
  readonly status: number
  readonly headers: Record<string, string>

  constructor(text: string, status: number, headers: Record<string, string> = {}) {
    this.text = text
    this.status = status
    this.headers = headers
  }
}
