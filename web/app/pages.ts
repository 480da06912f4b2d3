import { canOpen, type Permissions } from '#domain/permissions.ts'
import type { Role } from '#domain/roles.ts'
import { to } from '#web/core/to.ts'
import { LATER, type Screen, SCREENS, type Shell, type Switches } from './screens.ts'

/** The pages of the tables that are loaded. */
const loaded: Screen[] = [...SCREENS]
const fetched = new Set<readonly Screen[]>()

/** Makes the pages of another table known. */
export function addScreens(screens: readonly Screen[]): void {
  if (!fetched.has(screens)) loaded.push(...screens)
  fetched.add(screens)
}

/** The pages of a path's area when it has a table of its own, which is then loaded; none for the staff's own. Throws when it can't be fetched. */
export async function loadScreens(path: string): Promise<readonly Screen[]> {
  const { screens } = (await LATER.find(({ paths }) => paths.test(path))?.table()) ?? { screens: [] }
  addScreens(screens)
  return screens
}

const partsOf = (path: string) => path.toLowerCase().split('/').filter(Boolean)
const fits = (pattern: readonly string[], parts: readonly string[]) =>
  pattern.length === parts.length && pattern.every((part, i) => part.startsWith(':') || part === parts[i])

/** The page at a path, matched as the router does: case and a trailing slash are ignored, `:id` is any name. */
export const screenAt = (path: string): Screen | undefined => {
  const parts = partsOf(path)
  return loaded.find((screen) => fits(partsOf(screen.path), parts))
}

export type Visitor = { role: Role; permissions: Permissions | null; switches: Switches | undefined }

/** Tables and captain pages follow the restaurant's switches (SCREENS §6.15); until the profile is loaded, all are on. */
export const switchedOn = (path: string, switches: Switches | undefined): boolean =>
  !screenAt(path)?.needs?.some((name) => switches?.[name] === false)

const opensTo = ({ role, permissions, switches }: Visitor, screen: Screen): boolean =>
  canOpen({ role }, screen.path, permissions).ok && switchedOn(screen.path, switches)

type With<K extends 'menu' | 'tab'> = Screen & Required<Pick<Screen, K>>

/** The pages of the staff's menu that are open to somebody. */
export const menuFor = (visitor: Visitor): With<'menu'>[] =>
  loaded.filter((s): s is With<'menu'> => s.menu !== undefined && opensTo(visitor, s))

/** The pages in a shell's own navigation that are open to somebody. */
export const tabsFor = (shell: Shell, visitor: Visitor): With<'tab'>[] =>
  loaded.filter((s): s is With<'tab'> => s.shell === shell && s.tab !== undefined && opensTo(visitor, s))

/** Where a table is opened by this person: at the counter, or on the captain's phone. Null when neither is open to them. */
export function tablePath(role: Role, permissions: Permissions | null, tableId: string): string | null {
  for (const page of [to.pos, to.captainMenu]) if (canOpen({ role }, page(), permissions).ok) return page({ table: tableId })
  return null
}
