import type { Browser, BrowserContext, Page } from '@playwright/test'
import { holding } from '../support/holding.ts'
import { Cable } from './cable.ts'

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
/** The result of `work`, or `otherwise` when it takes longer than `ms` or fails: a tab that was killed may never answer. */
const orElse = <T>(work: Promise<T>, ms: number, otherwise: T): Promise<T> =>
  Promise.race([work.catch(() => otherwise), pause(ms).then(() => otherwise)])

/** Which page a tab opens, as whom and on which device. */
export type Seat = { who: string; device: string; path: string }

/** How many notes of a tab are kept, to find out why a run makes no progress. */
const NOTES = 12
/** A page that shows nothing, or an error, for this time (ms) is reloaded, as a person would do. */
const BLANK_MS = 10_000

/** A browser's tab with one of the pages that print, and the cable that connects it with the server. It may be dead. */
export class Tab {
  readonly seat: Seat
  readonly cable: Cable
  /** True while it is being killed or opened. */
  busy = false
  /** How often it was reloaded, because it showed nothing. */
  reloads = 0
  readonly #context: BrowserContext
  #page: Page | null = null
  #blankSince = 0
  #notes: string[] = []
  readonly #pending = new Set<string>()

  private constructor(seat: Seat, context: BrowserContext, cable: Cable) {
    this.seat = seat
    this.cable = cable
    this.#context = context
  }

  static async open(browser: Browser, seat: Seat, token: string, serverPort: number): Promise<Tab> {
    const cable = await Cable.to(serverPort)
    const context = await browser.newContext({ baseURL: cable.url, reducedMotion: 'reduce', serviceWorkers: 'block' })
    await holding(context, token, cable.url)
    await context.addInitScript((id) => localStorage.setItem('tawa_device', id), seat.device)
    const tab = new Tab(seat, context, cable)
    await tab.#load()
    return tab
  }

  /** Opens its page again and again until the server answers. */
  async #load(): Promise<void> {
    for (;;) {
      const page = await this.#context.newPage()
      this.#watch(page)
      try {
        await page.goto(this.seat.path, { waitUntil: 'commit', timeout: 10_000 })
        this.#page = page
        this.#blankSince = 0
        return
      } catch (error) {
        this.#note(`could not be opened: ${String(error).split('\n')[0]}`)
        await orElse(page.close(), 5000, undefined)
        await pause(500)
      }
    }
  }

  /** Ends it as a crash would, or closes it, and opens it again after `away` ms. */
  async kill(how: 'crash' | 'close', away: number): Promise<void> {
    this.busy = true
    const page = this.#page
    if (page && how === 'crash') {
      const crashed = new Promise<void>((resolve) => page.once('crash', () => resolve()))
      const crash = this.#context.newCDPSession(page).then((devtools) => void devtools.send('Page.crash').catch(() => undefined))
      await orElse(Promise.all([crash, crashed]), 5000, undefined)
    }
    if (page) await orElse(page.close(), 5000, undefined)
    await pause(away)
    await this.#load()
    this.busy = false
  }

  /** Does what a person would do: reloads a page that has shown nothing, or only an error, for a while. The service worker, which would prevent that, is off here. */
  async passBy(): Promise<void> {
    const page = this.#page
    if (this.busy || !page) return
    const blank = await orElse(
      page.evaluate(() => !document.querySelector('#main') || document.body.innerText.includes('This page could not be shown')),
      2000,
      false,
    )
    if (!blank) this.#blankSince = 0
    else if (this.#blankSince === 0) this.#blankSince = Date.now()
    else if (Date.now() - this.#blankSince > BLANK_MS && !this.busy) {
      this.reloads += 1
      this.#note('showed nothing, and is reloaded')
      await this.kill('close', 0)
    }
  }

  async end(): Promise<void> {
    await orElse(this.#context.close(), 10_000, undefined)
    await this.cable.end()
  }

  /** Its state, for the log of a run without progress. */
  async state(): Promise<string> {
    const seen = await orElse(
      this.#page?.evaluate(() => {
        const buttons = [...document.querySelectorAll('header button')].map((b) => b.getAttribute('aria-label') ?? b.textContent)
        return `${location.pathname}, ${document.querySelector('#main') ? 'shown' : 'BLANK'}, buttons: ${buttons.join(' | ')}`
      }) ?? Promise.resolve('no page'),
      3000,
      'does not answer',
    )
    return [
      `${this.seat.who} ${this.seat.path}: ${seen}${this.busy ? ', busy' : ''}, cable ${this.cable.state}`,
      ...[...this.#pending].map((address) => `    waits for ${address}`),
      ...this.#notes.map((note) => `    ${note}`),
    ].join('\n')
  }

  #watch(page: Page): void {
    this.#pending.clear()
    const short = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')
    page.on('request', (request) => this.#pending.add(`${request.method()} ${short(request.url())}`))
    page.on('requestfinished', (request) => this.#pending.delete(`${request.method()} ${short(request.url())}`))
    page.on('requestfailed', (request) => {
      this.#pending.delete(`${request.method()} ${short(request.url())}`)
      this.#note(`${request.method()} ${short(request.url())}: ${request.failure()?.errorText}`)
    })
    page.on('response', (answer) => {
      if (answer.status() >= 400) this.#note(`${answer.request().method()} ${short(answer.url())}: ${answer.status()}`)
    })
    page.on('pageerror', (error) => this.#note(`error: ${error.message.split('\n')[0]}`))
    page.on('crash', () => this.#note('crashed'))
  }

  #note(text: string): void {
    this.#notes = [...this.#notes, `${new Date().toISOString().slice(11, 19)} ${text}`].slice(-NOTES)
  }
}
