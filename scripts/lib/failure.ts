/** An error that the person at the terminal can solve: shown as one message, without a stack. */
export class Failure extends Error {}

/** Turns a system error into a message for a person. `where` is the state directory. */
export function explain(error: unknown, where: string): Failure {
  if (error instanceof Failure) return error
  const text = textOf(error)
  if (/ENOSPC|SQLITE_FULL|database or disk is full|No space left/i.test(text))
    return new Failure(`The disk is full: ${where} can't grow. Free some space, or choose another place with STATE_DIR, then start again.`)
  if (/SQLITE_NOTADB|file is not a database|SQLITE_CORRUPT|disk image is malformed|malformed database schema/i.test(text))
    return new Failure(
      `A database in ${where} is damaged and can't be opened. Put a copy back in its place, or move the directory away to begin anew: mv '${where}' '${where}.broken'`,
    )
  if (
    /EACCES|EPERM|EROFS|ENOENT: no such file or directory, mkdir|SQLITE_READONLY|SQLITE_CANTOPEN|readonly database|unable to open database|Permission denied|Read-only file system/i.test(
      text,
    )
  )
    return new Failure(
      `${where} can't be written to (${firstLine(text)}). Give this user the right to, or choose another place with STATE_DIR.`,
    )
  return new Failure(firstLine(text), { cause: error })
}

const firstLine = (text: string) => text.split('\n')[0]?.trim() ?? ''

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return [error.message, error.cause ? textOf(error.cause) : ''].filter(Boolean).join('\n')
}
