import { randomId } from '#domain/ids.ts'
import { type Restaurant, restaurantRow } from './outlets.ts'

/** Restaurants that only the back office knows: they fill its lists. None of them is in the app, and none has taken an order. */
type Applicant = {
  key: string
  name: string
  owner: string
  mobile: string
  address: string
  location: { latitude: number; longitude: number } | null
  gst: string
  fssai: string
  approval: 'approved' | 'pending' | 'rejected'
  rejectionReason?: string
  /** How many hours ago it applied. */
  hours: number
}

/** One has waited for nine days, one has just come; some are fine, and some have something to look at: no licence, a wrong number, no place. */
const APPLICANTS: readonly Applicant[] = [
  {
    key: 'kokan',
    name: 'Kokan Kitchen',
    owner: 'Sameer Parab',
    mobile: '9000010060',
    address: '14 Karve Road, Kothrud, Pune, Maharashtra 411038',
    location: { latitude: 18.5074, longitude: 73.8077 },
    gst: '27AAHCK4512M1ZB',
    fssai: '',
    approval: 'pending',
    hours: 216,
  },
  {
    key: 'idliworks',
    name: 'The Idli Works',
    owner: 'Shanthi Prasad',
    mobile: '9000010061',
    address: '21 10th Main Road, Jayanagar, Bengaluru, Karnataka 560041',
    location: { latitude: 12.9293, longitude: 77.5825 },
    gst: '29AABCT3518Q1ZS',
    fssai: '11224331000217',
    approval: 'pending',
    hours: 168,
  },
  {
    key: 'dumco',
    name: 'Dum & Co. Biryani',
    owner: 'Arif Siddiqui',
    mobile: '9000010062',
    address: '5-9-30 Basheerbagh, Hyderabad, Telangana 500029',
    location: { latitude: 17.4015, longitude: 78.4772 },
    gst: '36AAECD2219L1ZO',
    fssai: '13623011000452',
    approval: 'pending',
    hours: 144,
  },
  {
    key: 'monsoon',
    name: 'Cafe Monsoon',
    owner: 'Leena Mathew',
    mobile: '9000010063',
    address: '8 Princess Street, Fort Kochi, Kochi, Kerala 682001',
    location: null,
    gst: '32AAFCM7712R1ZZ',
    fssai: '11323007000981',
    approval: 'pending',
    hours: 99,
  },
  {
    key: 'chaat',
    name: 'Chaat Junction',
    owner: 'Meenal Rathore',
    mobile: '9000010064',
    address: '3 Johari Bazaar, Jaipur, Rajasthan 302003',
    location: { latitude: 26.9196, longitude: 75.8267 },
    gst: '',
    fssai: '12223027000356',
    approval: 'pending',
    hours: 96,
  },
  {
    key: 'malvan',
    name: 'Malvan Fish House',
    owner: 'Rustom Irani',
    mobile: '9000010065',
    address: '27 Gokhale Road, Dadar West, Mumbai, Maharashtra 400028',
    location: { latitude: 19.0213, longitude: 72.8424 },
    gst: '27AAGCM9031B1ZP',
    fssai: '11521018000774',
    approval: 'pending',
    hours: 20,
  },
  {
    key: 'sethji',
    name: 'Sethji Sweets',
    owner: 'Pooja Agrawal',
    mobile: '9000010066',
    address: '62 Sarafa Bazaar, Indore, Madhya Pradesh 452002',
    location: { latitude: 22.7177, longitude: 75.8545 },
    gst: '23AAICS6640P1ZV',
    fssai: '11424850000633',
    approval: 'pending',
    hours: 0.4,
  },
  {
    key: 'amruttulya',
    name: 'Amruttulya Chai',
    owner: 'Nikhil Jadhav',
    mobile: '9000010067',
    address: '1 Deccan Gymkhana, Pune, Maharashtra 411004',
    location: { latitude: 18.5167, longitude: 73.8415 },
    gst: '27AAJCA1180N1ZF',
    fssai: '11522033000120',
    approval: 'approved',
    hours: 960,
  },
  {
    key: 'misal',
    name: 'Misal Adda',
    owner: 'Vaishali More',
    mobile: '9000010068',
    address: '9 Sadashiv Peth, Pune, Maharashtra 411030',
    location: { latitude: 18.5089, longitude: 73.8478 },
    gst: '27AAKCM2294J1Z1',
    fssai: '11522033000148',
    approval: 'approved',
    hours: 792,
  },
  {
    key: 'darbar',
    name: 'Biryani Darbar',
    owner: 'Faisal Qureshi',
    mobile: '9000010069',
    address: '12 Charminar Road, Hyderabad, Telangana 500002',
    location: { latitude: 17.3616, longitude: 78.4747 },
    gst: '36AALCB5573H1ZD',
    fssai: '13623011000519',
    approval: 'approved',
    hours: 1464,
  },
  {
    key: 'kulcha',
    name: 'Kulcha Junction',
    owner: 'Harpreet Gill',
    mobile: '9000010070',
    address: '4 Lawrence Road, Amritsar, Punjab 143001',
    location: { latitude: 31.6443, longitude: 74.8737 },
    gst: '03AAMCK7720D1ZR',
    fssai: '12123002000217',
    approval: 'approved',
    hours: 648,
  },
  {
    key: 'momo',
    name: 'Momo Lane',
    owner: 'Pema Lepcha',
    mobile: '9000010071',
    address: '15 MG Marg, Gangtok, Sikkim 737101',
    location: { latitude: 27.3314, longitude: 88.6138 },
    gst: '',
    fssai: '12923001000064',
    approval: 'approved',
    hours: 360,
  },
  {
    key: 'thattu',
    name: 'Thattukada Corner',
    owner: 'Biju Mathew',
    mobile: '9000010072',
    address: '30 Chittoor Road, Kochi, Kerala 682011',
    location: { latitude: 9.9738, longitude: 76.2862 },
    gst: '32AANCT8846F1ZZ',
    fssai: '11323007000733',
    approval: 'approved',
    hours: 288,
  },
  {
    key: 'litti',
    name: 'Litti Ghar',
    owner: 'Sanjay Kumar',
    mobile: '9000010073',
    address: '7 Boring Road, Patna, Bihar 800001',
    location: { latitude: 25.6154, longitude: 85.1173 },
    gst: '10AAPCL3302G1Z0',
    fssai: '',
    approval: 'rejected',
    hours: 120,
    rejectionReason: 'A restaurant needs an FSSAI licence. Please add its number.',
  },
]

export type Application = { restaurant: Restaurant; email: string; owner: string; mobile: string; licence: string; gst: string }

export const applications = (now: Date): Application[] =>
  APPLICANTS.map(({ key, owner, mobile, hours, gst, fssai, location, ...facts }) => {
    const createdAt = new Date(now.getTime() - hours * 3_600_000).toISOString()
    const restaurant = restaurantRow(
      {
        ...facts,
        id: randomId(Date.parse(createdAt)),
        days: 0,
        owner,
        ownerMobile: mobile,
        phone: '',
        cuisines: [],
        costForTwo: 400,
        location: location ?? { latitude: 0, longitude: 0 },
        opens: '11:00',
        closes: '23:00',
        gst,
        fssai,
        vat: '',
        prefix: key.slice(0, 3).toUpperCase(),
        footer: '',
        partnerId: null,
        roundOff: false,
      },
      createdAt,
    )
    Object.assign(restaurant.profile, { location, showInMobileApp: false, recommendedOnMobile: false, isMobileAppRestaurant: false })
    return { restaurant, email: `${key}@applicants.demo.test`, owner, mobile, licence: fssai, gst }
  })
