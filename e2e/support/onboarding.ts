import type { Page } from '@playwright/test'
import { baseURL, expect } from './app.ts'

/** Shared by the journeys of a new restaurant: an application, its mails, and the back office by calls. */
export const PASSWORD = 'a good password'
export const PDF = { name: 'fssai.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') }
export const newEmail = () => `onboarding-${crypto.randomUUID().slice(0, 8)}@demo.test`

export async function post<T = any>(path: string, body: unknown, token?: string): Promise<T> {
  const answer = await fetch(`${baseURL()}/v1${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  const json = await answer.json()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(json)}`)
  return json as T
}

/** The back office, by calls. */
export async function desk() {
  const { token } = await post('/auth/backoffice/login', { email: 'backoffice@demo.test', password: 'tawa-demo' })
  const read = async (path: string) =>
    (await fetch(`${baseURL()}/v1${path}`, { headers: { Authorization: `Bearer ${token}` } })).json() as Promise<any>
  return {
    application: async (email: string) => {
      const { restaurants } = await read('/backoffice/restaurants/pending?limit=200')
      return restaurants.find((r: { email: string }) => r.email === email)
    },
    approve: (restaurantId: string) => post('/backoffice/restaurants/approve', { restaurantId }, token),
    reject: (restaurantId: string, rejectionReason: string) =>
      post('/backoffice/restaurants/reject', { restaurantId, rejectionReason }, token),
    approveClaim: (claimId: string) => post('/backoffice/restaurants/claims/process', { claimId, action: 'approve' }, token),
  }
}

/** The first group of the pattern, in the newest mail to an address that fits it. */
export async function mailed(email: string, pattern: RegExp): Promise<string> {
  let found: string | undefined
  await expect
    .poll(async () => {
      const answer = await fetch(`${baseURL()}/v1/dev/outbox?to=${encodeURIComponent(email)}`)
      const { messages } = (await answer.json()) as { messages: { text: string }[] }
      return (found = messages.map((m) => pattern.exec(m.text)?.[1]).find(Boolean))
    })
    .toBeTruthy()
  return found ?? ''
}

/** The newest code of six digits that was mailed to an address. */
export const codeOf = (email: string): Promise<string> => mailed(email, /\b(\d{6})\b/)

/** An application by call, with the fields that a restaurant must give. */
export const application = (email: string) => ({
  establishment_name: 'Chai Point Cafe',
  user_name: 'Tara Bose',
  user_contact_number: '9000012345',
  email,
  password: PASSWORD,
  address: '22 Park Street, Kolkata, West Bengal 700016',
})

/** Fills the account's step of a sign-up and goes on. */
export async function fillAccount(page: Page, who: { name: string; email: string; mobile: string }, next: string): Promise<void> {
  await page.getByLabel('Your name').fill(who.name)
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Mobile number').fill(who.mobile)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: next }).click()
}

type Address = { name: string; street: string; city: string; state: string; pin: string }

/** Fills name and address of the restaurant's step. */
export async function fillRestaurant(page: Page, { name, street, city, state, pin }: Address): Promise<void> {
  await page.getByLabel('Restaurant name').fill(name)
  await page.getByLabel('Street and area').fill(street)
  await page.getByLabel('City').fill(city)
  await page.getByLabel('State').fill(state)
  await page.getByLabel('PIN code').fill(pin)
}
