import type { BrowserContext, Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#demo/people.ts'

/** A page on a slow device: presses keys and elements as a person does, and measures how soon the page answers. */

/** Where to press: a key, or the element that a CSS selector finds first. */
type At = { key: string } | { tap: string }
/** Makes a press, waits until an element that `shown` (CSS) finds is painted, and for the page to come to rest. */
export type Press = (name: string, at: At, shown: string) => Promise<void>

/** One press, in ms: `inp` from the press to the next painted frame, `shown` until what it is for is painted, `cpu` all that the page's thread computed for it. */
export type Pressed = { inp: number; shown: number; cpu: number }
/** The largest layout shift that no press caused within its last half second: what moved, and when. */
type Moved = { by: number; what: string; at: string }
type Timing = { duration: number; delay: number; processing: number; painting: number }
export type Slowest = Timing & { name: string; cpu: string }
/** `named` has the slowest press of each name. */
export type Results = { slowest: Slowest; shift: number; moved: Moved; named: Map<string, Pressed>; task: number }
export type Opened = { page: Page; press: Press; results: () => Promise<Results> }

export type Watched = {
  bench: { presses: Map<number, Timing>; shift: number; moved: Moved; from: number; shownAt: number; wanted: string }
}

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }

/** Runs in the page: response times (Event Timing), layout shift without a press, and when what a press is for is painted. */
function watch() {
  const bench = { presses: new Map<number, Timing>(), shift: 0, moved: { by: 0, what: '', at: '' }, from: 0, shownAt: 0, wanted: '' }
  Object.assign(window, { bench })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId?: number })[]) {
      const { interactionId, duration, startTime, processingStart, processingEnd } = entry
      if (!interactionId || duration <= (bench.presses.get(interactionId)?.duration ?? 0)) continue
      const delay = processingStart - startTime
      const processing = processingEnd - processingStart
      bench.presses.set(interactionId, { duration, delay, processing, painting: Math.max(0, duration - delay - processing) })
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      if (entry.hadRecentInput) continue
      bench.shift += entry.value
      if (entry.value <= bench.moved.by) continue
      const node = entry.sources[0]?.node
      const element = node instanceof HTMLElement ? node : node?.parentElement
      const { tagName = '?', ariaLabel, textContent } = element ?? {}
      const after = bench.from ? `${(entry.startTime - bench.from).toFixed(0)} ms after a press` : 'while it loads'
      bench.moved = { by: entry.value, what: `${tagName.toLowerCase()} ${(ariaLabel ?? textContent ?? '').slice(0, 30)}`, at: after }
    }
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    if (!document.querySelector(bench.wanted)) requestAnimationFrame(look)
    else setTimeout(() => (bench.shownAt = performance.now()))
  }
  const pressed = (event: Event) => {
    if (bench.from) return
    bench.from = event.timeStamp
    requestAnimationFrame(look)
  }
  addEventListener('pointerdown', pressed, true)
  addEventListener('keydown', pressed, true)
}

/**
 * Runs in the page: ms of a fixed task, the median of five. It is the same script on every page and tree, so its time tells how fast this machine is at the
 * moment, whatever else runs on it.
 */
function fixedTask(): number {
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now()
    let seed = 1
    const rows = Array.from({ length: 4000 }, () => {
      seed = (seed * 48_271) % 2_147_483_647
      return { name: seed.toString(36), seed }
    })
    rows.sort((a, b) => (a.name < b.name ? -1 : 1))
    if (JSON.stringify(rows).length === 0) throw new Error('nothing was made')
    return performance.now() - began
  })
  return times.sort((a, b) => a - b)[2] ?? NaN
}

/** Opens a page as somebody of the demo with Chromium's throttling at `rate` (`calibrated`), and waits until it can be pressed. */
export async function openAs(context: BrowserContext, who: string, path: string, ready: string, rate: number): Promise<Opened> {
  const page = await context.newPage()
  await page.goto('/restaurant/login')
  await page.getByLabel('Email').fill(`${who}@demo.test`)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((at) => !at.pathname.endsWith('/login'))
  return watched(page, rate, async () => {
    await page.goto(path)
    await page.waitForSelector(ready, { state: 'attached' })
    await page.waitForLoadState('networkidle')
  })
}

/**
 * A page with a field and nothing else, which shows what is typed. A press on it costs what the browser itself needs on this machine, so what a press on one of
 * our pages takes beyond it is our own.
 */
export async function openBlank(context: BrowserContext, rate: number): Promise<Opened> {
  const page = await context.newPage()
  return watched(page, rate, async () => {
    await page.goto('data:text/html,<!doctype html><title>Blank</title><input autofocus><p>Nothing yet</p>')
    await page.evaluate(() => {
      const [field, text] = [document.querySelector('input'), document.querySelector('p')]
      field?.addEventListener('input', () => text && (text.textContent = field.value))
      field?.focus()
    })
  })
}

/**
 * Runs in the page: how much it computes in a second, by two loops, with and without garbage. This is Lighthouse's "benchmark index", by which DevTools calibrates
 * its throttling, too.
 */
function benchmarkIndex(): number {
  const perSecond = (once: (n: number) => void) => {
    const began = performance.now()
    let n = 0
    for (; performance.now() - began < 400; n += 1) once(n)
    return n / ((performance.now() - began) / 1000)
  }
  const garbage = perSecond(() => {
    let text = ''
    for (let n = 0; n < 10_000; n += 1) text += 'a'
    if (text.length === 1) throw new Error('nothing was made')
  })
  const lists = [0, 1].map(() => Array.from({ length: 100_000 }, (_, n) => n))
  const copies = perSecond((n) => {
    const [from = [], to = []] = n % 2 ? lists : [...lists].reverse()
    for (let at = 0; at < from.length; at += 1) to[at] = from[at] ?? 0
  })
  return (garbage + copies) / 20
}

/**
 * The throttling rate at which a page is `slower` times slower than without. Chromium's rate stops the page's thread for a part of each moment, and on a virtual
 * machine that costs whatever makes garbage or asks the system far more than the rate says: at 4 the index fell to a sixth, its half with garbage to a thirtieth.
 */
export async function calibrated(page: Page, slower: number): Promise<{ rate: number; index: number; throttled: number }> {
  const devtools = await page.context().newCDPSession(page)
  const at = async (rate: number) => {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate })
    return page.evaluate(benchmarkIndex)
  }
  await at(1)
  const index = await at(1)
  let [low, high] = [1, slower]
  while (high - low > 0.15) {
    const middle = (low + high) / 2
    if ((await at(middle)) > index / slower) low = middle
    else high = middle
  }
  return { rate: low, index, throttled: await at(low) }
}

/** Throttles a page, opens it (`open`), and gives what presses on it and measures them. */
async function watched(page: Page, rate: number, open: () => Promise<unknown>): Promise<Opened> {
  await page.addInitScript(watch)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await open()
  const named = new Map<string, Pressed>()
  const tasks = [await page.evaluate(fixedTask)]
  let slowest: Slowest = { name: '', cpu: '', duration: 0, delay: 0, processing: 0, painting: 0 }
  /** What the page's thread has computed so far, without the times in which other programs had the processor. */
  const computed = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    const ms = (name: string) => 1000 * (metrics.find((m) => m.name === name)?.value ?? 0)
    return { all: ms('TaskDuration'), script: ms('ScriptDuration'), style: ms('RecalcStyleDuration'), layout: ms('LayoutDuration') }
  }
  const press: Press = async (name, at, shown) => {
    await rest(page)
    if ('tap' in at) await pointAt(page, at.tap)
    await page.evaluate((wanted) => {
      const { bench } = window as unknown as Watched
      Object.assign(bench, { from: 0, shownAt: 0, wanted })
      bench.presses.clear()
    }, shown)
    const before = await computed()
    if ('tap' in at) {
      await page.mouse.down()
      await page.mouse.up()
    } else await page.keyboard.press(at.key)
    await page
      .waitForFunction(() => (window as unknown as Watched).bench.shownAt > 0, undefined, { polling: 50, timeout: 20_000 })
      .catch((cause: unknown) => {
        throw new Error(`${name}: nothing is shown that matches ${shown}`, { cause })
      })
    await rest(page)
    const after = await computed()
    const { took, presses, shift } = await page.evaluate(() => {
      const { bench } = window as unknown as Watched
      return { took: bench.shownAt - bench.from, presses: [...bench.presses.values()], shift: bench.shift }
    })
    const part = (key: keyof typeof after) => `${key} ${(after[key] - before[key]).toFixed(0)}`
    const cpu = `${part('all')}: ${part('script')}, ${part('style')}, ${part('layout')}`
    const last = named.get(name) ?? { inp: 0, shown: 0, cpu: 0 }
    named.set(name, {
      inp: Math.max(last.inp, ...presses.map(({ duration }) => duration)),
      shown: Math.max(last.shown, took),
      cpu: Math.max(last.cpu, after.all - before.all),
    })
    for (const timing of presses) if (timing.duration > slowest.duration) slowest = { ...timing, name, cpu }
    if (process.env.EACH)
      console.log(name, took.toFixed(0), presses.map((p) => JSON.stringify(p)).join(' '), cpu, `shift so far ${shift.toFixed(3)}`)
  }
  return {
    page,
    press,
    results: async () => {
      tasks.push(await page.evaluate(fixedTask))
      const { shift, moved } = await page.evaluate(() => (window as unknown as Watched).bench)
      return { slowest, named, shift, moved, task: Math.max(...tasks) }
    },
  }
}

/** Moves the pointer onto an element, and again if it has meanwhile moved away. */
async function pointAt(page: Page, selector: string): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    const { x, y } = await page.evaluate((wanted) => {
      const element = document.querySelector(wanted)
      if (!element) throw new Error(`nothing to press: ${wanted}`)
      element.scrollIntoView({ block: 'nearest' })
      const { left, top, width, height } = element.getBoundingClientRect()
      return { x: left + width / 2, y: top + height / 2 }
    }, selector)
    await page.mouse.move(x, y)
    await rest(page)
    const there = await page.evaluate((at) => document.elementFromPoint(at.x, at.y)?.closest(at.selector) instanceof Element, {
      x,
      y,
      selector,
    })
    if (there) return
  }
  throw new Error(`${selector} is covered, or does not stay where it is`)
}

/** Until the page has painted and has nothing more to do; the browser has then reported the response to the last press, too. */
const rest = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => setTimeout(() => requestIdleCallback(() => setTimeout(resolve, 30), { timeout: 2000 }))),
      ),
  )
