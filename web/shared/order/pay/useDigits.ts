import { useEffect, useRef } from 'react'
import { type Paise, toPaise } from '#domain/money.ts'
import { isCash } from '#domain/tender.ts'
import { isPrintOpen } from '#web/shared/print/print.tsx'
import { takeTyped } from '../typedAhead.ts'
import type { Tendering } from './useTender.ts'

/** Digits that follow each other within this time, in milliseconds, belong together. The second of two same digits waits as long before it settles. */
export const TOGETHER = 500

interface Run {
  text: string
  /** When its last digit was pressed, in milliseconds. */
  at: number
  left: Paise
  /** The method before its first digit. */
  method: string
  /** True if it is an amount: further digits belong to it, however late they are typed. */
  amount: boolean
}

/** True for two digits that cover the bill: "12" for a tea of Rs. 10 is the cash handed over, not method 1 and then method 2. */
const paysByItself = ([first, second]: string, left: Paise) => first !== second && toPaise(Number(`${first}${second}`)) >= left

/**
 * What digits do outside a field (SCREENS §6.30). One digit chooses its payment method, and the same digit again settles the exact amount. But somebody may also type
 * the cash handed over, such as 1100, and that must not settle. So these count as the amount received: three digits typed quickly, or two if one of them has no
 * method or if they cover the whole bill. For the same reason the second of two equal digits settles only when no other digit follows; Enter settles at once. Any
 * other key, and any press of the pointer, starts over.
 */
export function useDigits(tender: Tendering, settle: () => unknown) {
  const run = useRef<Run | null>(null)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef({ tender, settle })
  useEffect(() => {
    latest.current = { tender, settle }
  })
  useEffect(() => {
    const end = () => {
      clearTimeout(waiting.current)
      run.current = null
    }
    const onKey = ({ key }: KeyboardEvent) => {
      if (!/^(\d|Backspace)$/.test(key)) end()
    }
    addEventListener('keydown', onKey, true)
    addEventListener('pointerdown', end, true)
    return () => {
      end()
      removeEventListener('keydown', onKey, true)
      removeEventListener('pointerdown', end, true)
    }
  }, [])

  /** Takes a typed amount, as cash or, in a split by amounts, by the method from before. A whole bill paid without cash has no amount to type. */
  const take = (text: string, before: string) => {
    const { split, methods, choose, type } = tender
    const method = split === 'amounts' ? before : (methods?.find(isCash) ?? before)
    choose(method)
    if (split === 'amounts' || isCash(method)) type({ text, fresh: false })
  }

  const press = (key: string, at = performance.now()) => {
    clearTimeout(waiting.current)
    const { methods = [], left, choose } = tender
    const last = run.current?.left === left ? run.current : null
    const together = last !== null && (last.amount || at - last.at < TOGETHER)
    const text = together ? last.text + key : key
    const method = methods[Number(key) - 1]
    const amount =
      text.length > 2 || (text.length === 2 && ([...text].some((digit) => !methods[Number(digit) - 1]) || paysByItself(text, left)))
    const before = together ? last.method : tender.method
    run.current = { text, at, left, method: before, amount }
    if (amount) return take(text, before)
    if (method === undefined) return
    choose(method)
    if (last?.text.at(-1) !== key) return
    waiting.current = setTimeout(() => {
      run.current = null
      if (latest.current.tender.left === left && !isPrintOpen()) void latest.current.settle()
    }, TOGETHER)
  }

  /** Backspace: takes the last digit off the amount. */
  const back = () => {
    clearTimeout(waiting.current)
    if (!run.current?.amount) return void (run.current = null)
    const text = run.current.text.slice(0, -1)
    run.current = { ...run.current, text }
    take(text, run.current.method)
  }

  const replay = useRef(() => {
    for (const { key, at } of takeTyped()) {
      if (key === 'Backspace') back()
      else press(key, at)
    }
  })
  useEffect(() => replay.current(), [])

  return { press, back }
}
