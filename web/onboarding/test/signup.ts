import { BLANK } from '../progress.ts'

/** A sign-up as it was typed, but for the password, and the restaurant that the server answers with. */
export const FILLED = {
  ...BLANK,
  name: 'Farhan Ali',
  email: 'farhan@smashyard.example',
  mobile: '9000012345',
  establishment_name: 'Smash Yard',
  street: 'Plot 22, DLF Road',
  city: 'Hyderabad',
  state: 'Telangana',
  pin: '500032',
}
export const restaurant = {
  establishment_name: 'Smash Yard',
  approvalStatus: 'pending',
  rejectionReason: null,
  address: 'Plot 22',
  user_name: 'Farhan',
  user_contact_number: '9',
  gstNumber: '',
  fssaiNumber: '',
  documents: [],
  opening_hours: { periods: [] },
  timezone: 'Asia/Kolkata',
  createdAt: '2026-11-21T15:01:40.000Z',
}
