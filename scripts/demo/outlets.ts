import { newSettings } from '#domain/settings.ts'
import { randomId } from '#domain/ids.ts'
import type { restaurants } from '#worker/db/platform.ts'
import type { MenuFile } from './menu.ts'
import pavBhaji from './menus/pav-bhaji.json' with { type: 'json' }
import smashYard from './menus/smash-yard.json' with { type: 'json' }
import { ONE, PARTNER, PENDING, TWO } from './people.ts'

export type Restaurant = typeof restaurants.$inferInsert

export const MENUS: Record<string, MenuFile> = { [ONE]: smashYard, [TWO]: pavBhaji }
export const PAYMENT_TYPES = ['Cash', 'UPI', 'Card', 'Wallet', 'Meal card', 'Transfer']

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

type Facts = {
  id: string
  /** How many days ago it joined. */
  days: number
  name: string
  owner: string
  ownerMobile: string
  address: string
  phone: string
  cuisines: string[]
  costForTwo: number
  location: { latitude: number; longitude: number }
  opens: string
  closes: string
  gst: string
  fssai: string
  vat: string
  prefix: string
  footer: string
  /** Where it cooks; without a list its kitchen goes by category. */
  stations?: string[]
  approval: 'approved' | 'pending' | 'rejected'
  rejectionReason?: string
  partnerId: string | null
  roundOff: boolean
}

const FACTS: Facts[] = [
  {
    id: ONE,
    days: 120,
    name: smashYard.name,
    owner: 'Anjali Reddy',
    ownerMobile: '9000010000',
    address: 'Plot 14, DLF Road, Gachibowli, Hyderabad, Telangana 500032',
    phone: '+91 40 4000 0114',
    cuisines: smashYard.cuisines,
    costForTwo: smashYard.costForTwo,
    location: smashYard.location,
    opens: '11:00',
    closes: '23:30',
    gst: '36AAAAA0000A1Z3',
    fssai: '10000000000114',
    vat: '36000000114',
    prefix: 'SY',
    footer: 'Thank you. See you again at the Yard!',
    approval: 'approved',
    partnerId: PARTNER,
    roundOff: false,
  },
  {
    id: TWO,
    days: 118,
    name: pavBhaji.name,
    owner: 'Sanjay Kulkarni',
    ownerMobile: '9000010020',
    address: 'Shop 3, Old Mumbai Pune Highway, Pimpri-Chinchwad, Pune, Maharashtra 411018',
    phone: '+91 20 4000 0203',
    cuisines: pavBhaji.cuisines,
    costForTwo: pavBhaji.costForTwo,
    location: pavBhaji.location,
    opens: '10:00',
    closes: '23:00',
    gst: '27AAAAA0000A1Z2',
    fssai: '10000000000203',
    vat: '27000000203',
    prefix: 'PB',
    footer: 'Dhanyavaad! Punha ya.',
    stations: [...new Set(pavBhaji.categories.map(({ station }) => station))],
    approval: 'approved',
    partnerId: PARTNER,
    roundOff: true,
  },
  {
    id: PENDING,
    days: 2,
    name: 'Chai Adda',
    owner: 'Tara Bose',
    ownerMobile: '9000010043',
    address: '22 Park Street, Kolkata, West Bengal 700016',
    phone: '+91 33 4000 0022',
    cuisines: ['Cafe', 'Bengali'],
    costForTwo: 250,
    location: { latitude: 22.5535, longitude: 88.3521 },
    opens: '08:00',
    closes: '21:00',
    gst: '19AAAAA0000A1ZZ',
    fssai: '10000000000022',
    vat: '',
    prefix: 'CA',
    footer: '',
    approval: 'pending',
    partnerId: null,
    roundOff: false,
  },
]

export const restaurantRow = (f: Facts, createdAt: string): Restaurant => ({
  id: f.id,
  establishmentName: f.name,
  shard: 'OUTLETS_0',
  partnerId: f.partnerId,
  approvalStatus: f.approval,
  rejectionReason: f.rejectionReason ?? null,
  timezone: 'Asia/Kolkata',
  permissions: null,
  maxSessionsPerUser: 10,
  ...newSettings(),
  taxPercentages: { gst: 5, vat: 10, serviceCharge: 5 },
  taxSettings: { roundOff: f.roundOff },
  paymentTypes: PAYMENT_TYPES,
  printSettings: {
    enablePrint: true,
    showStoreDetails: true,
    showCustomerDetails: true,
    pageSize: '80mm',
    header: '',
    footer: f.footer,
    showNotes: true,
    printToken: false,
    autoPrintKOT: false,
    fullKotNames: false,
    ...(f.stations ? { stations: f.stations } : {}),
  },
  invoicePrefix: f.prefix,
  profile: {
    designation: 'Owner',
    accessibility: ['Step-free entrance'],
    user_name: f.owner,
    user_contact_number: f.ownerMobile,
    address: f.address,
    international_phone_number: f.phone,
    url: '',
    image: null,
    showImageOnUserDashboard: false,
    userDashboardImageUrl: null,
    opening_hours: {
      open_now: true,
      periods: DAYS.map((_, i) => ({
        open: { day: (i + 1) % 7, time: f.opens.replace(':', '') },
        close: { day: (i + 1) % 7, time: f.closes.replace(':', '') },
      })),
      weekday_text: DAYS.map((day) => `${day}: ${f.opens} – ${f.closes}`),
    },
    currency: 'INR',
    types: ['Restaurant'],
    takeout: true,
    dineIn: true,
    delivery: true,
    place_id: null,
    photos: [],
    showStoreImageOnQR: false,
    gstNumber: f.gst,
    fssaiNumber: f.fssai,
    vatNumber: f.vat,
    accentColor: '#3f2a2b',
    secondaryAccentColor: '#c46d5e',
    buttonFontColor: '#fff',
    showInMobileApp: f.approval === 'approved',
    recommendedOnMobile: f.approval === 'approved',
    pos_default_order_type: 'Dine In',
    cuisines: f.cuisines,
    location: f.location,
    costForTwo: f.costForTwo,
    isMobileAppRestaurant: f.approval === 'approved',
    isCaptainEnabled: true,
    isTableEnabled: true,
  },
  imageBase64ForBill: null,
  createdAt,
  deletedAt: null,
  version: 1,
})

/** The demo's restaurants: two outlets of one partner, and one that awaits approval. */
export const outlets = (now: Date): Restaurant[] =>
  FACTS.map((f) => restaurantRow(f, new Date(now.getTime() - f.days * 86_400_000).toISOString()))

/** A rejected application. */
export const rejectedOutlet = (createdAt: string): Restaurant =>
  restaurantRow(
    {
      id: randomId(Date.parse(createdAt)),
      days: 0,
      name: 'Roti Junction',
      owner: 'Ashok Bhandari',
      ownerMobile: '9000010044',
      address: '14 MG Road, Indore, Madhya Pradesh 452001',
      phone: '+91 731 400 0044',
      cuisines: ['North Indian'],
      costForTwo: 400,
      location: { latitude: 22.7196, longitude: 75.8577 },
      opens: '11:00',
      closes: '23:00',
      gst: '23AAAAA0000A1ZA',
      fssai: '10000000000044',
      vat: '',
      prefix: 'RJ',
      footer: '',
      approval: 'rejected',
      rejectionReason: 'The FSSAI licence has expired. Please upload the one that is valid now.',
      partnerId: null,
      roundOff: false,
    },
    createdAt,
  )

const UNCLAIMED: Pick<Facts, 'name' | 'address' | 'phone' | 'cuisines' | 'costForTwo' | 'location' | 'opens' | 'closes' | 'prefix'>[] = [
  {
    name: 'Deccan Dum Biryani',
    address: 'Plot 8, Botanical Garden Road, Kondapur, Hyderabad, Telangana 500084',
    phone: '+91 40 4000 0188',
    cuisines: ['Biryani', 'Hyderabadi'],
    costForTwo: 700,
    location: { latitude: 17.4649, longitude: 78.3651 },
    opens: '12:00',
    closes: '23:30',
    prefix: 'DDB',
  },
  {
    name: 'Filter Kaapi House',
    address: 'Shop 2, Wipro Circle, Nanakramguda, Hyderabad, Telangana 500032',
    phone: '+91 40 4000 0192',
    cuisines: ['South Indian', 'Cafe'],
    costForTwo: 250,
    location: { latitude: 17.4262, longitude: 78.3404 },
    opens: '07:00',
    closes: '22:00',
    prefix: 'FKH',
  },
  {
    name: 'Koliwada Kitchen',
    address: 'Shop 11, Kalewadi Main Road, Pimpri-Chinchwad, Pune, Maharashtra 411017',
    phone: '+91 20 4000 0231',
    cuisines: ['Seafood', 'Maharashtrian'],
    costForTwo: 800,
    location: { latitude: 18.6106, longitude: 73.7986 },
    opens: '12:00',
    closes: '23:00',
    prefix: 'KK',
  },
  {
    name: 'Sabudana & Co.',
    address: '5 Station Road, Chinchwad, Pune, Maharashtra 411019',
    phone: '+91 20 4000 0244',
    cuisines: ['Snacks', 'Maharashtrian'],
    costForTwo: 200,
    location: { latitude: 18.6409, longitude: 73.7952 },
    opens: '08:00',
    closes: '21:30',
    prefix: 'SC',
  },
]

/** Restaurants that the app lists and somebody may claim; they have no accounts yet. */
export const listedOutlets = (createdAt: string): Restaurant[] =>
  UNCLAIMED.map((facts) =>
    restaurantRow(
      {
        ...facts,
        id: randomId(Date.parse(createdAt)),
        days: 0,
        owner: '',
        ownerMobile: '',
        gst: '',
        fssai: '',
        vat: '',
        footer: '',
        approval: 'approved',
        partnerId: null,
        roundOff: false,
      },
      createdAt,
    ),
  )

/** Settings of every restaurant that can take orders. */
export const TABLES: { area: string; capacity: number }[] = [2, 2, 4, 4, 4, 6, 2, 4, 4, 4, 6, 8].map((capacity, i) => ({
  area: i < 6 ? 'Hall' : 'Patio',
  capacity,
}))
