import { useEffect, useRef, type RefObject } from 'react'
import { type Location, type NavigationType, useBlocker } from 'react-router'

/** A change of the address: where from, where to, and whether it is a new entry of the history, a replaced one, or Back and Forward. */
export type Move = { from: Location; to: Location; by: `${NavigationType}` }

type LeaveCheck = {
  /** True if this move would lose something that the person typed. */
  loses: (move: Move) => boolean
  /** Asks the person; true leaves. Checks with the same function ask once for all of them. */
  ask: () => Promise<boolean>
  /** A form: a sign-out loses what was typed in it, too. */
  typed?: boolean
}

const checks = new Set<RefObject<LeaveCheck>>()

/** Asks before a move that would lose something. Any number of checks may be active at once; the one added last is asked first. */
export function useLeaveCheck(check: LeaveCheck): void {
  const latest = useRef(check)
  useEffect(() => {
    latest.current = check
  })
  useEffect(() => {
    checks.add(latest)
    return () => void checks.delete(latest)
  }, [])
}

/** True if every question is answered with yes. Each is asked once; after the first no the others are not asked. */
async function askAll(losing: readonly LeaveCheck[]): Promise<boolean> {
  for (const ask of new Set(losing.map((check) => check.ask))) if (!(await ask())) return false
  return true
}

/** For a sign-out: asks about what was typed in forms; unsent tickets have a question of their own. False keeps the person there. */
export function mayLoseTyped(): Promise<boolean> {
  const away: Move = { from: { pathname: '/' } as Location, to: { pathname: '' } as Location, by: 'PUSH' }
  return askAll([...checks].map((check) => check.current).filter((check) => check.typed && check.loses(away)))
}

/** The only `useBlocker` of the app, in its frame: the router asks one blocker and ignores the others. Pages and forms add their checks to it. */
export function LeaveGuard(): null {
  const losing = useRef<LeaveCheck[]>([])
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to, historyAction: by }) => {
    losing.current = [...checks]
      .map((check) => check.current)
      .filter((check) => check.loses({ from, to, by }))
      .toReversed()
    return losing.current.length > 0
  })
  const current = useRef(blocker)
  const question = useRef<object | null>(null)
  useEffect(() => {
    current.current = blocker
    if (blocker.state !== 'blocked') {
      question.current = null
      return
    }
    // Back pressed again while the question is open: its answer counts for the newer move.
    if (question.current) return
    const asked = (question.current = {})
    void askAll(losing.current).then((leave) => {
      if (question.current !== asked) return
      question.current = null
      if (leave) current.current.proceed?.()
      else current.current.reset?.()
    })
  }, [blocker])
  return null
}
