import { describe, expect, it } from 'vitest'
import { MAX_PIXELS, pixelsOf, readFile } from './file.ts'
import { FILES, join, pngChunk } from './test/files.ts'

const kinds = ['png', 'jpg', 'webp', 'pdf'] as const
const text = (of: string) => new TextEncoder().encode(of)
const PAGE = '<html><script>alert(document.domain)</script>'

it('an image says how many pixels it has, a document has none', () => {
  const pixels = (bytes: Uint8Array) => pixelsOf(readFile(bytes)!)
  expect(kinds.map((kind) => pixels(FILES[kind]('a remark')))).toEqual([4, 4, 4, 0])
  const webp = (type: string, ...head: number[]) => {
    const chunk = join(text(type), [head.length, 0, 0, 0], head)
    return join(text('RIFF'), [4 + chunk.length, 0, 0, 0], text('WEBP'), chunk)
  }
  expect(pixels(webp('VP8X', 0, 0, 0, 0, 0x0f, 0x27, 0, 0x9f, 0x86, 1))).toBe(10_000 * 100_000)
  expect(pixels(webp('VP8L', 0x2f, 0x0f, 0xc0, 0x07, 0, 0, 0, 0, 0, 0))).toBe(16 * 32)
  const huge = FILES.png()
  new DataView(huge.buffer).setUint32(16, 60_000)
  new DataView(huge.buffer).setUint32(20, 60_000)
  expect(pixels(huge)).toBeGreaterThan(MAX_PIXELS)
})

describe('the kind of a file', () => {
  it.each(kinds)('%s is recognised when it is whole, with or without a comment inside', (kind) => {
    for (const bytes of [FILES[kind](), FILES[kind]('a remark <3 & more'), FILES[kind]('x'.repeat(300))])
      expect(readFile(bytes)).toEqual({ kind, bytes })
  })

  it.each(['html', 'svg'] as const)('%s is not accepted', (kind) => expect(readFile(FILES[kind]())).toBeNull())

  it.each([
    '',
    'GIF89a',
    'BM',
    'PK\u0003\u0004',
    '%PDF-',
    '\u0000',
    'RIFFxxxxWEBP',
    '<?xml version="1.0"?><svg/>',
    `#!/bin/sh\n%PDF-1.4 %%EOF`,
  ])('bytes that only look like a file are not accepted: %j', (bytes) => expect(readFile(text(bytes))).toBeNull())

  it.each(kinds)('%s: a file that is cut short is not accepted', (kind) => {
    const whole = FILES[kind]()
    for (const part of [4, 8, 12, 20, Math.floor(whole.length / 2), whole.length - (kind === 'pdf' ? 3 : 1)])
      expect(readFile(whole.subarray(0, part)), `${part} bytes`).toBeNull()
    expect(readFile(join(whole.subarray(0, kind === 'pdf' ? 5 : 12), text(PAGE)))).toBeNull()
  })

  it.each([
    ['png', 'width', () => 16],
    ['png', 'height', () => 20],
    ['jpg', 'height', (bytes: Uint8Array) => bytes.findIndex((byte, at) => byte === 0xff && bytes[at + 1] === 0xc0) + 5],
    ['webp', 'width', () => 26],
  ] as const)('%s of no %s is not accepted', (kind, _, sizeAt) => {
    const bytes = FILES[kind]()
    const at = sizeAt(bytes)
    bytes.fill(0, at, at + (kind === 'png' ? 4 : 2))
    expect(readFile(FILES[kind]())).not.toBeNull()
    expect(readFile(bytes)).toBeNull()
  })

  it.each(['png', 'jpg', 'webp'] as const)('%s: what follows its end is cut off', (kind) => {
    const own = FILES[kind]('mine')
    for (const more of [text(PAGE), text('PK\u0003\u0004 an archive'), new Uint8Array(5000).fill(0xff)])
      expect(readFile(join(own, more))).toEqual({ kind, bytes: own })
  })

  it('pdf: is not accepted when much follows its end', () => {
    expect(readFile(join(FILES.pdf(), text(`PK${' '.repeat(2000)}`)))).toBeNull()
  })

  it.each(kinds)('%s that a browser could also read as a page is not accepted', (kind) => {
    for (const page of [
      PAGE,
      '<!DOCTYPE html>',
      '<SVG onload=alert(1)>',
      '<script>',
      '<?php system($_GET[0]) ?>',
      '*/=1<script src=//evil.test>',
    ])
      expect(readFile(FILES[kind](page)), page).toBeNull()
  })

  it('a document may quote a page further on', () => {
    const bytes = join(FILES.pdf(`${' '.repeat(1100)}${PAGE}`))
    expect(readFile(bytes)).toEqual({ kind: 'pdf', bytes })
  })

  it('pictures with wrong lengths inside are not accepted', () => {
    const png = FILES.png()
    const long = png.slice()
    long.set([0xff, 0xff, 0xff, 0xff], 33)
    const nameless = png.slice()
    nameless.set([0, 0, 0, 0], 37)
    const jpg = FILES.jpg().slice()
    jpg.set([0xff, 0xff], 4)
    const webp = FILES.webp().slice()
    webp.set([0xff, 0xff, 0xff, 0x7f], 4)
    const inner = FILES.webp().slice()
    inner.set([0xff, 0xff, 0, 0], 16)
    for (const bytes of [long, nameless, jpg, webp, inner]) expect(readFile(bytes)).toBeNull()
  })

  it('a PNG needs its header first and some image data', () => {
    const png = FILES.png()
    const [head, ihdr] = [png.subarray(0, 8), png.subarray(8, 33)]
    const end = pngChunk('IEND', new Uint8Array())
    expect(readFile(join(head, ihdr, end))).toBeNull()
    expect(readFile(join(head, pngChunk('tEXt', text('a')), ihdr, png.subarray(33)))).toBeNull()
  })

  it('a view into a larger buffer is read from its own start', () => {
    const inside = join(new Uint8Array(7), FILES.webp('x')).subarray(7)
    expect(readFile(inside)?.bytes).toEqual(FILES.webp('x'))
  })
})
