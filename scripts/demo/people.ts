import { randomId } from '#domain/ids.ts'
import type { Role } from '#domain/roles.ts'

export const DEMO_PASSWORD = 'tawa-demo'

/** Random like every id (CONTRACT §1): new with each load. */
export const ONE = randomId()
export const TWO = randomId()
export const PENDING = randomId()
export const PARTNER = randomId()
export const DINER = randomId()

/**
 * A demo table's printed code. Unlike real ones (`newTableCode` of domain/qr.ts) it can be guessed, so that README and `npm start` can name it; `0` is the number
 * of the demo's shard.
 */
export const demoCode = (restaurantId: string, tableNumber: string): string => `0-demo-${restaurantId === TWO ? 'two-' : ''}${tableNumber}`

export type Person = {
  email: string
  name: string
  role: Role
  mobileNumber: string
  restaurantId: string | null
  partnerId: string | null
}

/** The names before the @ in CONTRACT §8's addresses. */
const STAFF: [string, Role, string, string][] = [
  ['owner', 'superuser', 'Anjali Reddy', 'Sanjay Kulkarni'],
  ['head', 'managerialHead', 'Vikram Rao', 'Meera Deshpande'],
  ['manager', 'generalManager', 'Farhan Ali', 'Rohit Jadhav'],
  ['cashier', 'cashier', 'Divya Nair', 'Sneha Pawar'],
  ['captain', 'captain', 'Arjun Menon', 'Nilesh Shinde'],
  ['waiter', 'waiter', 'Ravi Teja', 'Akash More'],
  ['kitchen', 'kitchen', 'Imran Sheikh', 'Lata Gaikwad'],
  ['delivery', 'delivery', 'Suresh Babu', 'Ganesh Kale'],
  ['mobile', 'mobileAdmin', 'Priya Sharma', 'Pooja Joshi'],
]

const mobile = (n: number) => `90000${String(10_000 + n).padStart(5, '0')}`

export const PEOPLE: Person[] = [
  ...STAFF.map(([at, role, name], i): Person => ({
    email: `${at}@demo.test`,
    name,
    role,
    mobileNumber: mobile(i),
    restaurantId: ONE,
    partnerId: null,
  })),
  ...STAFF.map(([at, role, , name], i): Person => ({
    email: `${at}@two.demo.test`,
    name,
    role,
    mobileNumber: mobile(20 + i),
    restaurantId: TWO,
    partnerId: null,
  })),
  { email: 'partner@demo.test', name: 'Kavita Iyer', role: 'partner', mobileNumber: mobile(40), restaurantId: null, partnerId: PARTNER },
  { email: 'backoffice@demo.test', name: 'Neha Kapoor', role: 'backoffice', mobileNumber: mobile(41), restaurantId: null, partnerId: null },
  { email: 'admin@demo.test', name: 'Dev Malhotra', role: 'admin', mobileNumber: mobile(42), restaurantId: null, partnerId: null },
  { email: 'pending@demo.test', name: 'Tara Bose', role: 'superuser', mobileNumber: mobile(43), restaurantId: PENDING, partnerId: null },
]

export const OWNER_EMAIL = { one: 'owner@demo.test', two: 'owner@two.demo.test' } as const
/** Accounts that belong to other parts of the demo: a rejected application, a completed claim, and former staff. */
export const REJECTED_EMAIL = 'rejected@demo.test'
export const CLAIMED_EMAIL = 'claimed@demo.test'
export const FORMER: { at: 'one' | 'two'; email: string; name: string; mobileNumber: string }[] = [
  { at: 'one', email: 'kavya@demo.test', name: 'Kavya Shetty', mobileNumber: mobile(45) },
  { at: 'two', email: 'prasad@two.demo.test', name: 'Prasad Mane', mobileNumber: mobile(46) },
]

/** The staff who took and who settled a restaurant's orders. */
export const nameOf = (restaurantId: string, role: Role): string =>
  PEOPLE.find((p) => p.restaurantId === restaurantId && p.role === role)?.name ?? ''

/** The sign-ins that `npm start` prints. */
/** What a guest scans at a free table of the first outlet; README shows it as a QR code (docs/images/table-7.svg). */
export const DEMO_TABLE = { path: '/t/0-demo-7', what: 'a guest at table 7 of Smash Yard, without signing in' }

export const DEMO_SIGN_INS: { email: string; what: string }[] = [
  { email: 'owner@demo.test', what: 'owner of Smash Yard, Hyderabad' },
  { email: 'head@demo.test', what: 'managerial head' },
  { email: 'manager@demo.test', what: 'general manager' },
  { email: 'cashier@demo.test', what: 'cashier' },
  { email: 'captain@demo.test', what: 'captain' },
  { email: 'waiter@demo.test', what: 'waiter' },
  { email: 'kitchen@demo.test', what: 'kitchen' },
  { email: 'delivery@demo.test', what: 'delivery' },
  { email: 'mobile@demo.test', what: 'mobile admin' },
  { email: '…@two.demo.test', what: 'the same people of Pav Bhaji Corner, Pune' },
  { email: 'partner@demo.test', what: 'partner of both outlets' },
  { email: 'backoffice@demo.test', what: 'back office' },
  { email: 'admin@demo.test', what: 'administrator' },
  { email: 'pending@demo.test', what: 'an outlet that awaits approval' },
  { email: 'rejected@demo.test', what: 'an outlet that was sent back' },
  { email: '98480 27154', what: 'a diner with an account: no password, a code comes to /v1/dev/outbox' },
]

/** `diner`: the guest who has an account. */
export type Guest = { name: string; mobileNumber: string; diner?: boolean }
const DINER_NAME = 'Karthik Subramaniam'

/** Regular guests, in Hyderabad and in Pune. */
const REGULARS_ONE = [
  'Aarav Mehta',
  'Ishita Verma',
  'Karthik Subramaniam',
  'Sana Khan',
  'Rohan Gupta',
  'Lakshmi Narayan',
  'Aditya Joshi',
  'Fatima Begum',
  'Nikhil Agarwal',
  'Shreya Pillai',
  'Harsha Vardhan',
  'Ritu Malhotra',
  'Manish Patil',
  'Deepika Rao',
  'Yusuf Pathan',
  'Swathi Krishnan',
  'Gaurav Bhatia',
  'Pallavi Kulkarni',
  'Tejas Shah',
  'Ananya Das',
  'Varun Chawla',
  'Madhuri Naidu',
  'Siddharth Jain',
  'Zoya Mirza',
  'Pranav Kamat',
  'Revathi Iyer',
  'Kunal Sethi',
  'Bhavana Reddy',
  'Omkar Sawant',
  'Nandini Ghosh',
  'Abhishek Tiwari',
  'Geetha Ramesh',
  'Mohit Bansal',
  'Simran Kaur',
  'Vivek Anand',
  'Radhika Apte',
  'Sameer Qureshi',
  'Chitra Balan',
  'Jatin Arora',
  'Kiran Kumar',
  'Leela Thomas',
  'Naveen Chandra',
  'Parul Saxena',
  'Rahul Dev',
  'Sunita Yadav',
  'Tarun Gill',
  'Usha Menon',
  'Vani Prasad',
  'Yash Thakur',
  'Zubin Irani',
]
const REGULARS_TWO = [
  'Aniket Kulkarni',
  'Snehal Jadhav',
  'Prajakta Deshmukh',
  'Sachin Bhosale',
  'Rutuja Patil',
  'Mahesh Gokhale',
  'Ashwini Kale',
  'Vaibhav Shinde',
  'Madhura Joglekar',
  'Swapnil Gaikwad',
  'Pooja Salunkhe',
  'Chinmay Phadke',
  'Tejaswini More',
  'Kedar Ranade',
  'Vrushali Pawar',
  'Amol Thorat',
  'Gauri Sathe',
  'Nitin Mahajan',
  'Ketaki Bapat',
  'Sagar Chavan',
  'Manasi Dixit',
  'Rohan Nimbalkar',
  'Shruti Oak',
  'Yogesh Kadam',
  'Anuja Limaye',
  'Hrishikesh Damle',
  'Sonali Wagh',
  'Akshay Khot',
  'Mrunal Apte',
  'Prathamesh Sutar',
  'Dipali Mane',
  'Onkar Joshi',
  'Sayali Kelkar',
  'Ajinkya Rane',
  'Neha Ghorpade',
  'Tushar Zende',
  'Kalyani Barve',
  'Abhijit Londhe',
  'Rucha Paranjape',
  'Suyog Dhumal',
  'Trupti Nikam',
  'Milind Agashe',
  'Urmila Shelar',
  'Parag Inamdar',
  'Shweta Bendre',
  'Girish Marathe',
  'Jui Karandikar',
  'Satish Lokhande',
  'Vidya Hardikar',
  'Imtiyaz Shaikh',
]
/** Guests of the trial days, who have not come again. */
const TRIAL_ONE = [
  'Alok Trivedi',
  'Bindu Hegde',
  'Charan Teja',
  'Divakar Pai',
  'Esha Kothari',
  'Firoz Contractor',
  'Gita Sundaram',
  'Hemant Bhosale',
  'Indrani Sen',
]
const TRIAL_TWO = [
  'Bhushan Waghmare',
  'Chaitali Raut',
  'Dnyanesh Kolhe',
  'Esha Purandare',
  'Feroz Mulla',
  'Gayatri Sane',
  'Harshad Tambe',
  'Isha Vaidya',
  'Jayesh Borate',
]

/** An outlet's guests: regulars, occasional and one-time guests, and those of the trial days. Their numbers begin with `prefix`. */
export type Crowd = { regulars: Guest[]; occasional: Guest[]; trial: Guest[] }

function crowd(prefix: number, regulars: readonly string[], trial: readonly string[]): Crowd {
  const number = (n: number) => `${prefix}${String(n).padStart(8, '0')}`
  const first = regulars.map((name) => name.split(' ')[0] ?? '')
  const last = regulars.map((name) => name.split(' ').at(-1) ?? '')
  return {
    regulars: regulars.map((name, i) => ({ name, mobileNumber: number(480_00000 + i * 13_577), diner: name === DINER_NAME })),
    occasional: Array.from({ length: 420 }, (_, i) => ({
      name: `${first[(i * 7) % first.length]} ${last[(i * 11 + Math.floor(i / 50) * 3 + 5) % last.length]}`,
      mobileNumber: number(10_00000 + i * 91_193),
    })),
    trial: trial.map((name, i) => ({ name, mobileNumber: number(760_00000 + i * 17_431) })),
  }
}

/** Streets to which each outlet delivers. */
export const STREETS: Record<'one' | 'two', readonly string[]> = {
  one: [
    'Lakeview Residency, Road No. 12, Banjara Hills',
    'Sai Enclave, Kondapur Main Road, Kondapur',
    'Green Meadows, Gachibowli',
    'Vasavi Towers, Madhapur',
    'Pearl Heights, behind Inorbit Mall, Hitec City',
    'Nanakramguda Village Road, Financial District',
    'Hill Crest Apartments, Jubilee Hills',
  ],
  two: [
    'Shivneri Society, Sector 27, Nigdi',
    'Ganga Heights, Old Mumbai Pune Highway, Chinchwad',
    'Anand Park, Wakad Road, Wakad',
    'Sukhwani Campus, Vallabh Nagar, Pimpri',
    'Dange Chowk, Thergaon',
    'Tulip Residency, Pimple Saudagar',
  ],
}

const one = crowd(98, REGULARS_ONE, TRIAL_ONE)
const two = crowd(97, REGULARS_TWO, TRIAL_TWO)

/** The guest who has an account. */
export const DINER_GUEST: Guest = one.regulars.find((g) => g.diner) ?? { name: DINER_NAME, mobileNumber: '' }
/** The diner eats at both outlets. */
export const CROWDS: Record<'one' | 'two', Crowd> = { one, two: { ...two, regulars: [...two.regulars, DINER_GUEST] } }
