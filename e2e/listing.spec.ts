import { resolve } from 'node:path'
import { to } from '#web/core/to.ts'
import { apiOf, baseURL, expect, expectAccessible, test } from './support/app.ts'

/** SCREENS §2.2 "/restaurant/profile". Afterwards the demo's restaurant has its own listing again. */
const KEPT = ['photos', 'cuisines', 'costForTwo', 'opening_hours', 'location', 'showInMobileApp', 'recommendedOnMobile']
let before: Record<string, any> = {}
let id = ''

/** What anybody gets, without signing in. */
const asGuest = async (path: string) => (await fetch(`${baseURL()}/v1${path}`)).json() as Promise<any>
const details = async () => (await asGuest(`/restaurant/${id}/details`)).restaurant
const found = async (): Promise<string[]> => {
  const { latitude, longitude } = before.location
  const { restaurants } = await asGuest(`/restaurant/nearby?latitude=${latitude}&longitude=${longitude}`)
  return restaurants.map((r: { _id: string }) => r._id)
}

test.beforeAll(async () => {
  id = (await apiOf('mobile')).restaurantId
  const listing = await details()
  before = Object.fromEntries(KEPT.map((name) => [name, listing[name]]))
})
test.afterEach(async () => {
  await (await apiOf('mobile')).call('PUT', `/restaurant/${id}/update`, before)
})

test('leaving with edits warns', async ({ device }) => {
  const { page } = await device('mobile', to.listing())
  await page.getByLabel('Cuisines').fill('Hyderabadi')
  await expect(page.getByText('1 unsaved change')).toBeVisible()
  await page.getByRole('link', { name: 'Marketing' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await expect(page).toHaveURL(new RegExp(`${to.listing()}$`))
  await expect(page.getByLabel('Cuisines')).toHaveValue('Hyderabadi')
  await page.getByRole('link', { name: 'Marketing' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(new RegExp(`${to.marketing()}$`))
  expect((await details()).cuisines).toEqual(before.cuisines)
})

test('toggling listing off states the effect, and the app no longer finds the restaurant', async ({ device }) => {
  const { page } = await device('mobile', to.listing())
  const listed = page.getByRole('switch', { name: 'Show in the app' })
  await expect(listed).toBeChecked()
  expect(await found()).toContain(id)
  await listed.click()
  await expect(
    page.getByText(/^After you save, nobody finds .+ in the app\. Guests at your tables still get the menu by QR code\.$/),
  ).toBeVisible()
  await expectAccessible(page)
  expect(await found()).toContain(id)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('No unsaved changes')).toBeVisible()
  await expect(page.getByText(/^Nobody finds .+ in the app\./)).toBeVisible()
  await expect.poll(found).not.toContain(id)
  expect((await asGuest(`/restaurant/profile/necessary/${id}`)).restaurant._id).toBe(id)
  await listed.click()
  await expect(page.getByText(/finds .+ in the app\. Guests/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('No unsaved changes')).toBeVisible()
  await expect.poll(found).toContain(id)
})

test('hours crossing midnight are accepted, and read as on the next day', async ({ device }) => {
  const { page } = await device('mobile', to.listing())
  await page.getByLabel('Closes').fill('02:00')
  await expect(page.getByText('On the next day')).toBeVisible()
  const hours = page.getByRole('group', { name: 'On a guest’s phone' }).getByRole('list', { name: 'Opening hours' })
  await expect(hours).toContainText('Saturday: 11:00 – 02:00')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('No unsaved changes')).toBeVisible()
  const { opening_hours } = await details()
  expect(opening_hours.periods).toContainEqual({ open: { day: 6, time: '1100' }, close: { day: 0, time: '0200' } })
  expect(opening_hours.weekday_text).toContain('Saturday: 11:00 – 02:00')
})

test('the preview follows what is typed; photos, cuisines, cost and position are saved', async ({ device }) => {
  const { page, context } = await device('mobile', to.listing())
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 17.4123456, longitude: 78.4345678, accuracy: 12 })
  const phone = page.getByRole('group', { name: 'On a guest’s phone' })

  await page.getByLabel('Cuisines').fill('Hyderabadi, Chaat')
  await page.getByLabel('Cost for two').fill('1,250')
  await expect(phone).toContainText('Hyderabadi, Chaat · Rs. 1,250.00 for two')
  await page.getByRole('switch', { name: 'Recommended' }).setChecked(true)
  await expect(phone.getByText('Recommended')).toBeVisible()

  await page.getByRole('button', { name: 'Add photo' }).click()
  const added = page.getByRole('group', { name: `Photo ${before.photos.length + 1}` })
  await added.getByLabel('Photo', { exact: true }).setInputFiles(resolve('scripts/demo/pictures/shop.jpg'))
  await expect(added.getByAltText('Photo, as it is now')).toBeVisible()
  await expect(phone.getByRole('list', { name: 'More photos' }).getByRole('img')).toHaveCount(before.photos.length)

  await page.getByRole('button', { name: 'Use my position' }).click()
  await expect(page.getByLabel('Latitude')).toHaveValue('17.412346')
  await expect(page.getByLabel('Longitude')).toHaveValue('78.434568')
  await expect(page.getByText('within about 12 m')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('No unsaved changes')).toBeVisible()

  const now = await details()
  expect(now).toMatchObject({
    cuisines: ['Hyderabadi', 'Chaat'],
    costForTwo: 1250,
    recommendedOnMobile: true,
    location: { latitude: 17.412346, longitude: 78.434568 },
  })
  expect(now.photos).toEqual([...before.photos, expect.stringMatching(/^\/v1\/media\//)])
})

test('a position that the browser may not tell is said, and half a place is not saved', async ({ device }) => {
  const { page } = await device('mobile', to.listing())
  await page.getByRole('button', { name: 'Use my position' }).click()
  await expect(page.getByText('This browser may not use your position.')).toBeVisible()
  await page.getByLabel('Latitude').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter both, or leave both empty.')).toBeVisible()
  await expect(page.getByLabel('Latitude')).toBeFocused()
  await page.getByLabel('Longitude').fill('')
  await expect(page.getByText(/shows .+ as soon as the location below is saved/)).toBeVisible()
})
