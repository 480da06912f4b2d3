import { invalidFields } from './fields.ts'
import { distinctNames, looksAlike } from './looks.ts'
import { newSettings } from './settings.ts'
import { folded } from './text.ts'
import { isCash } from './tender.ts'

/**
 * A list of payment methods as it is saved: each name once, and a name that looks like one of `before` or of the usual ones is spelled as that one is. Reports and the
 * cash drawer go by names, so the money of a second "Cash", with a letter of another alphabet, would be expected in no drawer. Another case is another spelling. Throws 422
 * for a word that only looks like Cash.
 */
export function methodsToSave(names: readonly string[], before: readonly string[]): string[] {
  const known = [...before, ...newSettings().paymentTypes]
  const spelled = names.map((name) => {
    const like = known.filter((one) => looksAlike(one, name))
    return like.some((one) => folded(one) === folded(name) && /^[ -~]+$/.test(name)) ? name : (like[0] ?? name)
  })
  const poses = (name: string) => !isCash(name) && name.split(/[\s\p{P}]+/u).some((word) => looksAlike(word, 'cash'))
  const posing = spelled.flatMap((name, i) =>
    poses(name) ? [{ path: `paymentTypes.${i}`, message: `“${name}” only looks like Cash: a letter of another alphabet is in it.` }] : [],
  )
  if (posing.length > 0) throw invalidFields(posing)
  return distinctNames(spelled)
}
