/** A receipt printer for tests: reads ESC/POS as a printer does, and lists every command or byte that a bill doesn't need. */
export type Printed = {
  lines: { text: string; bold: boolean; big: boolean }[]
  /** The texts of the QR codes. */
  codes: string[]
  pictures: { width: number; height: number }[]
  /** For each picture: how many of its dots are black, and the rightmost black one. */
  ink: { black: number; right: number }[]
  resets: number
  cuts: number
  /** Pulses to the cash drawer. */
  kicks: number
  /** Commands and bytes that no paper needs, in hexadecimal digits. */
  unknown: string[]
}

/** The number of empty lines around the cut: those before it, and one after it. */
const FEED = 5
const [LF, ESC, FS, GS] = [0x0a, 0x1b, 0x1c, 0x1d]

export function printed(bytes: Uint8Array): Printed {
  const out: Printed = { lines: [], codes: [], pictures: [], ink: [], resets: 0, cuts: 0, kicks: 0, unknown: [] }
  let at = 0
  let [text, bold, big, code] = ['', false, false, '']
  // A line's style is the style of its first letter.
  let look = { bold, big }
  /** True after a picture or a QR code, which ends its line without letters. */
  let block = false
  const next = (): number => {
    const byte = bytes[at++]
    return byte ?? 0
  }
  const unknown = (...command: number[]) => out.unknown.push(command.map((byte) => byte.toString(16).padStart(2, '0')).join(' '))
  const word = () => next() + 256 * next()
  while (at < bytes.length) {
    const byte = next()
    if (byte === LF) {
      if (!block) out.lines.push({ text: text.trimEnd(), ...(text ? look : { bold: false, big: false }) })
      ;[text, block] = ['', false]
    } else if (byte >= 0x20 && byte <= 0x7e) {
      if (!text) look = { bold, big }
      text += String.fromCharCode(byte)
    } else if (byte === ESC) {
      const command = next()
      if (command === 0x40) out.resets++
      else if (command === 0x45) bold = next() === 1
      else if (command === 0x70) {
        at += 3
        out.kicks++
      } else if (command === 0x4d || command === 0x74 || command === 0x61) next()
      else unknown(ESC, command)
    } else if (byte === FS) {
      const command = next()
      if (command !== 0x2e) unknown(FS, command)
    } else if (byte === GS) {
      const command = next()
      if (command === 0x21) {
        const size = next()
        if (size !== 0x00 && size !== 0x11) unknown(GS, command, size)
        big = size === 0x11
      } else if (command === 0x56) {
        next()
        out.cuts++
      } else if (command === 0x76) {
        if (next() !== 0x30) unknown(GS, command)
        next()
        const [width, height] = [word() * 8, word()]
        out.pictures.push({ width, height })
        out.ink.push(inkOf(bytes.slice(at, at + (width / 8) * height), width))
        at += (width / 8) * height
        block = true
      } else if (command === 0x28 && next() === 0x6b) {
        const data = bytes.slice(at + 2, at + 2 + word())
        at += data.length
        // Function 80 stores what the code says, 81 prints it.
        if (data[1] === 0x50) code = String.fromCharCode(...data.slice(3))
        if (data[1] === 0x51) {
          out.codes.push(code)
          block = true
        }
      } else unknown(GS, command)
    } else unknown(byte)
  }
  // The feed before the cut, and the line that ends with it, have no letters of the paper.
  const feed = out.cuts > 0 ? FEED : 0
  out.lines.splice(out.lines.length - feed)
  return out
}

/** Of a picture's bits, eight dots a byte, black is 1. `right` is how many dots the rightmost black one is from the left edge. */
function inkOf(bits: Uint8Array, width: number): { black: number; right: number } {
  let [black, right] = [0, 0]
  bits.forEach((byte, index) => {
    for (let dot = 0; dot < 8; dot++) {
      if (!(byte & (0x80 >> dot))) continue
      black++
      right = Math.max(right, ((index * 8) % width) + dot + 1)
    }
  })
  return { black, right }
}
