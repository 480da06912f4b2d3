const QUOTED = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g
/** The placeholders of `it.each` and templates: '%s', '$name', `${name}`. */
const GAP = /%[sdifjoc#]|\$\{[^}]*\}|\$[\w.]+/
const NUMBER = /^\d*$/
/** A shorter piece of a title would match too much. */
const LEAST = 4

/**
 * Could a test of this file have a title that contains this text? `file` is its source. The values that fill a title are not known, so a text is accepted if it
 * occurs in the file, or if it consists of a fixed part of a title and of words of the file or numbers.
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
