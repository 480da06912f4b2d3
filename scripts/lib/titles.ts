const QUOTED = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g
/** What `it.each` and templates fill in: '%s', '$name', `${name}`. */
const GAP = /%[sdifjoc#]|\$\{[^}]*\}|\$[\w.]+/
const NUMBER = /^\d*$/
/** A shorter piece of a title says too little. */
const LEAST = 4

/**
 * Could a test of this file have a title with this text in it? `file` is its source: the values that a title is filled with are not known, so a text is
 * accepted that stands in the file, and one made of a fixed part of a title and of words that stand in the file, or numbers.
 */
export function mayHaveTitle(file: string, title: string): boolean {
  const plain = (text: string): string => text.replace(/\\(['"`])/g, '$1')
  const source = plain(file)
  const parts = [...file.matchAll(QUOTED)]
    .map(([, single, double, template]) => plain(single ?? double ?? template ?? ''))
    .filter((text) => GAP.test(text))
    .flatMap((text) => text.split(GAP))
  const fills = (text: string): boolean => text.split(' ').every((word) => NUMBER.test(word) || source.includes(word))
  // A mutation names a part of a title, which may begin or end inside a fixed part.
  const fits = (text: string, part: string): boolean => {
    if (text.includes(part)) return text.split(part).every(fills)
    for (let n = part.length - 1; n >= LEAST; n--) {
      if (text.startsWith(part.slice(-n))) return fills(text.slice(n))
      if (text.endsWith(part.slice(0, n))) return fills(text.slice(0, -n))
    }
    return false
  }
  return title.split(' > ').every((text) => source.includes(text) || parts.some((part) => part.length >= LEAST && fits(text, part)))
}
