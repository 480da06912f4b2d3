import { useEffect, useRef } from 'react'
import { createPart } from './part.ts'
import { createStore, readText, useStore, writeText } from '#web/core/store.ts'

/**
 * Shortcuts of a page (SCREENS G10): 'F2', '/', 'ArrowUp', '+', 'Mod+Enter' (Ctrl or Cmd). Off inside inputs and under dialogs; single characters can be
 * switched off (WCAG 2.1.4). `?` shows what the page has.
 */
type Shortcut = {
  /** Its text in the shortcut sheet; without one the key works but isn't listed. */
  label?: string
  run: (event: KeyboardEvent) => void
  when?: boolean
  /** False hides it in the sheet, true lists it also while it has nothing to act on; as `when` says otherwise. */
  listed?: boolean
  /** Works while somebody types too. F-keys and Mod combinations do anyway. */
  inInputs?: boolean
  /** Works under an open dialog too. */
  inDialogs?: boolean
}
export type Shortcuts = Record<string, Shortcut | ((event: KeyboardEvent) => void)>

type Layer = { current: Shortcuts }
const layers = createStore<readonly Layer[]>([])
const SINGLE = 'tawa_single_keys'
const singleKeys = createStore(readText(SINGLE) !== 'off')
const sheet = createStore(false)

function setSingleKeys(on: boolean): void {
  writeText(SINGLE, on ? null : 'off')
  singleKeys.set(on)
}
export const useSingleKeys = (): [boolean, (on: boolean) => void] => [useStore(singleKeys), setSingleKeys]

export function comboOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const mods = [(event.ctrlKey || event.metaKey) && 'Mod', event.altKey && 'Alt', event.shiftKey && event.key.length > 1 && 'Shift', key]
  return mods.filter(Boolean).join('+')
}

const isCharacter = (combo: string) => combo.length === 1
const TYPED = 'textarea, select, [role=textbox], [role=combobox], input:not([type=checkbox], [type=radio], [type=range])'
const typing = (target: EventTarget | null): boolean => {
  const el = target as HTMLElement | null
  return Boolean(el?.closest && (el.isContentEditable || el.closest(TYPED)))
}
/** Has the focused control an Enter of its own? Within `data-enter="page"` it has only space: Enter stays the page's. */
const pressable = (target: EventTarget | null): boolean => {
  const control = (target as HTMLElement | null)?.closest?.('button, a[href], summary, [role=menuitem], [role=option], [role=tab]')
  return Boolean(control && !control.closest('[data-enter=page]'))
}

const DIALOG = '[role$=dialog][data-state=open], [role=menu][data-state=open]'
/** They stand beside the page's root, whose thousands of elements are not searched: on a long menu that would hold up each key. */
const hasDialog = (e: Element) => e.id !== 'root' && (e.matches(DIALOG) || e.querySelector(DIALOG))

function onKey(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing) return
  // A held key counts once, but arrow keys repeat.
  if (event.repeat && event.key.length > 1 && !event.key.startsWith('Arrow')) return
  const combo = comboOf(event)
  const inInput = typing(event.target)
  const isMod = combo.startsWith('Mod+')
  const always = isMod || /^F\d+$/.test(event.key)
  const dialog = [...document.body.children].some(hasDialog)
  if (isCharacter(combo) && !singleKeys.get()) return
  // A focused button handles its own Enter and space.
  if ((event.key === 'Enter' || event.key === ' ') && !isMod && pressable(event.target)) return
  for (const layer of [...layers.get()].reverse()) {
    const found = layer.current[combo] ?? (event.key === '?' ? layer.current['?'] : undefined)
    if (!found) continue
    const shortcut: Shortcut = typeof found === 'function' ? { run: found } : found
    if (shortcut.when === false) continue
    if (inInput && !always && !shortcut.inInputs) continue
    if (dialog && !shortcut.inDialogs) continue
    event.preventDefault()
    shortcut.run(event)
    return
  }
}

export function useShortcuts(map: Shortcuts): void {
  const layer = useRef(map)
  useEffect(() => {
    layer.current = map
  })
  useEffect(() => {
    layers.set((all) => [...all, layer])
    return () => layers.set((all) => all.filter((l) => l !== layer))
  }, [])
}

/** The active shortcuts with their labels; shortcuts with the same label share a row. */
export function listedShortcuts(): [label: string, combos: string[]][] {
  const seen = new Map<string, string[]>()
  for (const layer of layers.get())
    for (const [combo, shortcut] of Object.entries(layer.current))
      if (typeof shortcut !== 'function' && shortcut.label && (shortcut.listed ?? shortcut.when) !== false)
        seen.set(shortcut.label, [...(seen.get(shortcut.label) ?? []), combo])
  return [...seen]
}

const sheetPart = createPart(() => import('./ShortcutSheet.tsx'))
export const showShortcuts = (): void => {
  sheetPart.fetch()
  sheet.set(true)
}

/** The key listener and the shortcut sheet. Rendered once, at the root. */
export function ShortcutHost() {
  const open = useStore(sheet)
  useShortcuts({ '?': { label: 'Keyboard shortcuts', run: showShortcuts } })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return open ? <sheetPart.Part onClose={() => sheet.set(false)} /> : null
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform)
const WORDS: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Delete: 'Del',
  ' ': 'Space',
  Escape: 'Esc',
}
export const keyWords = (combo: string): string =>
  combo
    .split(/(?<=.)\+(?=.)/)
    .map((k) => (k === 'Mod' ? (isMac() ? '⌘' : 'Ctrl') : (WORDS[k] ?? (k.length === 1 ? k.toUpperCase() : k))))
    .join(' ')
