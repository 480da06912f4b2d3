import type { AddonGroup, Variant } from './menuWrite.ts'
import type { Paise } from './money.ts'

/** What an outlet keeps as its own of a copy of the chain's dish (CONTRACT §9, decisions 026 and 036). */

/** The fields for which an outlet may keep its own value. Variants and addon groups are among them because they have prices. */
export const OWN_FIELDS = ['price', 'variants', 'addonGroups', 'available'] as const
export type OwnField = (typeof OWN_FIELDS)[number]
export type Keepable = {
  price: Paise
  /** Belongs to the price, and goes with it everywhere (decision 036). Missing in what older copies store: as the outlet's prices. */
  taxIncluded?: boolean | null
  variants: Variant[]
  addonGroups: AddonGroup[]
  available: boolean
}

/** What a copy stores about the chain's dish. */
export type Chain = Keepable & {
  /** The outlet that pushed last. */
  sourceId: string
  /** The partner whose chain it is. Missing in copies that are older than this field; they count as belonging to the partner that pushes. */
  partnerId?: string
  /** The fields for which the outlet has its own value. The other properties are the chain's values as last pushed. */
  own: OwnField[]
}

/** Addon groups without their templates, because each outlet has its own templates. */
export const bare = (groups: readonly AddonGroup[]) =>
  groups.map(({ name, min, max, addons }) => [name, min, max, addons.map((a) => [a.name, a.price])])
const comparable = (field: OwnField, dish: Partial<Keepable>): string =>
  JSON.stringify(
    field === 'addonGroups'
      ? bare(dish.addonGroups ?? [])
      : field === 'variants'
        ? dish.variants?.map((v) => [v.name, v.additionalPrice])
        : field === 'price'
          ? [dish.price, dish.taxIncluded ?? null]
          : dish[field],
  )
export const same = (field: OwnField, a: Partial<Keepable>, b: Partial<Keepable>): boolean => comparable(field, a) === comparable(field, b)

/**
 * The `chain` of a copy after the outlet's staff have changed it: a field whose new value differs from the chain's becomes the outlet's own; a field that has
 * the chain's value again (such as a dish that was sold out for an evening) follows the chain again, and so do those in `follow`. null for a dish that is not a
 * copy.
 */
export function chainAfter(
  prev: Keepable & { chain: Chain | null },
  next: Partial<Keepable>,
  follow: readonly OwnField[] = [],
): Chain | null {
  const { chain } = prev
  if (!chain) return null
  const given = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined))
  const after = { ...prev, ...given }
  const own = OWN_FIELDS.filter((field) => {
    if (follow.includes(field)) return false
    if (same(field, prev, after)) return chain.own.includes(field)
    return !same(field, after, chain)
  })
  return { ...chain, own }
}

/** The chain's values of these fields, as last pushed. Empty for a dish that is not a copy. */
export const chainValues = (chain: Chain | null, fields: readonly OwnField[]): Partial<Keepable> =>
  chain
    ? Object.fromEntries([
        ...fields.map((field) => [field, chain[field]]),
        ...(fields.includes('price') ? [['taxIncluded', chain.taxIncluded ?? null]] : []),
      ])
    : {}
