import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { to } from '#web/core/to.ts'
import { apiOf, baseURL, type Device, expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from './support/app.ts'

/** SCREENS §2.2 "/restaurant/marketing". Afterwards the demo's restaurant has its own banners again. */
type Shape = { _id: string; image: string; title: string; link: string | null }
let id = ''
let own: string[] = []

/** The banners that a guest gets, who hasn't signed in. */
async function guests(): Promise<Shape[]> {
  const answer = await fetch(`${baseURL()}/v1/restaurant/${id}/details`)
  return ((await answer.json()) as { restaurant: { promotionalBanner: Shape[] } }).restaurant.promotionalBanner
}
/** All of the restaurant's. */
async function all(): Promise<Shape[]> {
  return (await (await apiOf('mobile')).call('GET', `/restaurant/${id}/details`)).restaurant.promotionalBanner
}

test.beforeAll(async () => {
  id = (await apiOf('mobile')).restaurantId
  own = (await all()).map(({ _id }) => _id)
})
test.afterEach(async () => {
  const mobile = await apiOf('mobile')
  for (const { _id } of await all()) if (!own.includes(_id)) await mobile.call('DELETE', `/restaurant/promotional-banner/${_id}`, {})
})

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'New banner' })
const picture = (name: string) => ({ name, mimeType: 'image/webp', buffer: readFileSync('scripts/demo/pictures/banner-two.webp') })

/** Presses the image's button and chooses a file in the dialog that it opens. */
async function choose({ page, tap }: { page: Page; tap: (target: Locator) => Promise<void> }, file: ReturnType<typeof picture>) {
  const opened = page.waitForEvent('filechooser')
  await tap(sheetOf(page).getByLabel('Image', { exact: true }))
  await (await opened).setFiles(file)
  await expect(sheetOf(page).getByAltText('Image, as it is now')).toBeVisible()
}
const byTap = (device: Device) => ({ page: device.page, tap: (target: Locator) => device.tap(target) })
const openSheet = (device: Device) => device.tap(device.page.getByRole('button', { name: 'New banner' }).first())

/** Image, title and link of each banner on the phone beside the list. */
const previewed = (page: Page) =>
  page
    .getByRole('complementary', { name: 'What guests get now' })
    .getByRole('list', { name: 'Banners' })
    .getByRole('listitem')
    .evaluateAll((items) =>
      items.map((item) => ({
        image: item.querySelector('img')?.getAttribute('src'),
        title: item.textContent,
        link: item.querySelector('a')?.getAttribute('href') ?? null,
      })),
    )
const expectPreviewOfGuests = async (page: Page) => {
  const got = (await guests()).map(({ image, title, link }) => ({ image, title, link }))
  await expect.poll(() => previewed(page)).toEqual(got)
  return got.map(({ title }) => title)
}

test('preview equals diner render; a banner is published in 3 taps', async ({ device }) => {
  const mobile = await device('mobile', to.marketing())
  const { page } = mobile
  expect(await expectPreviewOfGuests(page)).not.toEqual([])
  await openSheet(mobile)
  await choose(byTap(mobile), picture('monsoon-thali.webp'))
  await expect(sheetOf(page).getByLabel('Title')).toHaveValue('Monsoon thali')
  await expectAccessible(page)
  await mobile.tap(sheetOf(page).getByRole('button', { name: 'Publish' }))
  await expect(page.getByText('Monsoon thali is published')).toBeVisible()
  expect(mobile.taps).toBeLessThanOrEqual(3)
  expect(await expectPreviewOfGuests(page)).toContain('Monsoon thali')
})

test('a banner with a link and dates: refused beside its field, scheduled, not yet shown, and removed', async ({ device }) => {
  const mobile = await device('mobile', to.marketing())
  const { page } = mobile
  const sheet = sheetOf(page)
  await openSheet(mobile)
  await sheet.getByRole('button', { name: 'Publish' }).click()
  await expect(sheet.getByText('Choose the image.')).toBeVisible()
  await expect(sheet.getByText('Enter the title.')).toBeVisible()
  await choose(byTap(mobile), picture('IMG_2031.webp'))
  await expect(sheet.getByLabel('Title')).toHaveValue('')
  await sheet.getByLabel('Title').fill('New Year at the Yard')
  await sheet.getByLabel('Link').fill('javascript:alert(1)')
  await sheet.getByLabel('Shown from').fill('2098-12-31T10:00')
  await sheet.getByLabel('Shown until').fill('2098-12-30T10:00')
  await sheet.getByRole('button', { name: 'Publish' }).click()
  await expect(sheet.getByText('This is not a web address.')).toBeVisible()
  await expect(sheet.getByLabel('Link')).toBeFocused()
  await sheet.getByLabel('Link').fill('https://yard.test/new-year')
  await sheet.getByRole('button', { name: 'Publish' }).click()
  await expect(sheet.getByText('Must be after the start.')).toBeVisible()
  await sheet.getByLabel('Shown until').fill('2099-01-01T10:00')
  await sheet.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('New Year at the Yard is published')).toBeVisible()

  const row = page.getByRole('row').filter({ hasText: 'New Year at the Yard' })
  await expect(row).toContainText('Scheduled')
  expect(await expectPreviewOfGuests(page)).not.toContain('New Year at the Yard')

  await row.getByRole('button', { name: /^New Year at the Yard/ }).click()
  const opened = page.getByRole('dialog', { name: 'New Year at the Yard' })
  await expect(opened.getByText('A press opens https://yard.test/new-year')).toBeVisible()
  await opened.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('New Year at the Yard was removed')).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(opened).toHaveCount(0)
  expect((await all()).map(({ _id }) => _id)).toEqual(own)
})

test('image >2 MB compressed or refused with reason', async ({ device }) => {
  const mobile = await device('mobile', to.marketing())
  const { page } = mobile
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/v1/media') && sent.push(request.method()))
  await openSheet(mobile)
  const sheet = sheetOf(page)
  const input = sheet.getByLabel('Image', { exact: true })

  // A file with an image's name that is no image.
  await input.setInputFiles({ name: 'offer.png', mimeType: 'image/png', buffer: Buffer.alloc(3 * 1024 * 1024, 7) })
  await expect(sheet.getByRole('alert')).toHaveText('This image is 3.0 MB and can’t be made smaller than 2 MB. Choose another one.')
  expect(sent).toEqual([])

  // Noise, which PNG can't compress.
  const noise = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 1200
    canvas.height = 800
    const context = canvas.getContext('2d')!
    const pixels = context.createImageData(canvas.width, canvas.height)
    for (let i = 0; i < pixels.data.length; i++) pixels.data[i] = i % 4 === 3 ? 255 : Math.random() * 256
    context.putImageData(pixels, 0, 0)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  const buffer = Buffer.from(noise, 'base64')
  expect(buffer.length).toBeGreaterThan(2 * 1024 * 1024)
  await input.setInputFiles({ name: 'monsoon offer.png', mimeType: 'image/png', buffer })
  await expect(sheet.getByText(/^Made smaller: from \d\.\d MB to \d\.\d MB\.$/)).toBeVisible()
  const image = sheet.getByAltText('Image, as it is now')
  await expect(image).toBeVisible()
  expect(sent).toEqual(['POST'])
  const stored = await (await fetch(`${baseURL()}${await image.getAttribute('src')}`)).arrayBuffer()
  expect(stored.byteLength).toBeLessThanOrEqual(2 * 1024 * 1024)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
})

test('upload progress shown, and Publish waits for it; nothing scrolls sideways on a phone', async ({ device }) => {
  const mobile = await device('mobile', to.marketing(), PHONE)
  const { page } = mobile
  const answer = Promise.withResolvers<void>()
  await page.route('**/v1/media', async (route) => {
    await answer.promise
    await route.continue()
  })
  await openSheet(mobile)
  const sheet = sheetOf(page)
  await sheet.getByLabel('Image', { exact: true }).setInputFiles(picture('monsoon-thali.webp'))
  await expect(sheet.getByRole('meter', { name: 'Sending image' })).toBeVisible()
  await expect(sheet.getByText(/^\d+% sent$/)).toBeVisible()
  await expect(sheet.getByText('The image is still uploading').first()).toBeVisible()
  answer.resolve()
  await expect(sheet.getByAltText('Image, as it is now')).toBeVisible()
  await expect(sheet.getByRole('meter')).toHaveCount(0)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
