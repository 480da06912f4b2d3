import { useEffect, useRef, useState } from 'react'
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
  /** The method before its first digit, or the one that this digit chose. */
  method: string
  /** True if its first digit chose the method and is no part of the amount any more. */
  chose: boolean
  /** True if it is an amount: further digits belong to it, however late they are typed. */
  amount: boolean
}

/** True for two digits that cover the bill: "12" for a tea of Rs. 10 is the cash handed over, not method 1 and then method 2. */
const paysByItself = ([first, second]: string, left: Paise) => first !== second && toPaise(Number(`${first}${second}`)) >= left

/**
 * True for "1600" on a bill of Rs. 540: the first digit chose its method, and 600 is what was handed over (decision 039). Nobody gives 1,600 where 600 is enough. What
 * covers what is due counts as an amount of its own.
 */
const choseFirst = ([, second, ...rest]: string, due: Paise) =>
  second !== undefined && second !== '0' && toPaise(Number(second + rest.join(''))) >= due

/**
 * What digits do outside a field (SCREENS §6.30). One digit chooses its payment method, and the same digit again settles the exact amount. But somebody may also type
 * the cash handed over, such as 1100, and that must not settle. So these count as the amount received: three digits typed quickly, or two if one of them has no
 * method or if they cover the whole bill; without the first, when it chose a method. For the same reason the second of two equal digits settles only when no other digit follows; Enter settles at once. Any
 * other key, and any press of the pointer, starts over. `settles`: it will settle in a moment.
 */
export function useDigits(tender: Tendering, settle: () => unknown) {
  const run = useRef<Run | null>(null)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [settles, setSettles] = useState(false)
  const stopWaiting = () => {
    clearTimeout(waiting.current)
    setSettles(false)
  }
  const latest = useRef({ tender, settle })
  useEffect(() => {
    latest.current = { tender, settle }
  })
  useEffect(() => {
    const end = () => {
      clearTimeout(waiting.current)
      setSettles(false)
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

  /** Takes a typed amount, as cash or, in a split by amounts, by the method from before; by the one that was chosen just before it. A whole bill paid without cash has no amount to type. */
  const take = ({ text, method: before, chose }: Run) => {
    const { split, methods, choose, type } = tender
    const method = chose || split === 'amounts' ? before : (methods?.find(isCash) ?? before)
    choose(method)
    type(split === 'amounts' || isCash(method) ? { text, fresh: false } : null)
  }

  const press = (key: string, at = performance.now()) => {
    stopWaiting()
    const { methods = [], left, due, choose } = tender
    const last = run.current?.left === left ? run.current : null
    const together = last !== null && (last.amount || at - last.at < TOGETHER)
    const text = together ? last.text + key : key
    const methodOf = (digit: string) => methods[Number(digit) - 1]
    const method = methodOf(key)
    const amount = text.length > 2 || (text.length === 2 && ([...text].some((digit) => !methodOf(digit)) || paysByItself(text, left)))
    const before = together ? last : { method: tender.method, chose: false }
    const first = amount && !before.chose && choseFirst(text, due) ? methodOf(text.slice(0, 1)) : undefined
    run.current = first ? { text: text.slice(1), at, left, method: first, amount, chose: true } : { ...before, text, at, left, amount }
    if (amount) return take(run.current)
    if (method === undefined) return
    choose(method)
    if (last?.text.at(-1) !== key) return
    setSettles(true)
    waiting.current = setTimeout(() => {
      run.current = null
      setSettles(false)
      if (latest.current.tender.left === left && !isPrintOpen()) void latest.current.settle()
    }, TOGETHER)
  }

  /** Backspace: takes the last digit off the amount. */
  const back = () => {
    stopWaiting()
    if (!run.current?.amount) return void (run.current = null)
    run.current = { ...run.current, text: run.current.text.slice(0, -1) }
    take(run.current)
  }

  const replay = useRef(() => {
    for (const { key, at } of takeTyped()) {
      if (key === 'Backspace') back()
      else press(key, at)
    }
  })
  useEffect(() => replay.current(), [])

  return { press, back, settles }
}
