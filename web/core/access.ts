// Made by `npm run facts` from the contract (domain/api). Don’t edit it by hand.
import type { Call } from '#domain/api/index.ts'
import { type Access, PAGES } from '#domain/permissions.ts'
import { ROLES } from '#domain/roles.ts'
import { FACTS } from './facts.ts'

/** Each text is a list: its characters are places in `names`, in base 36. */
const lists = <T>(names: readonly T[], texts: readonly string[]): T[][] =>
  texts.map((text) => [...text].map((place) => names[parseInt(place, 36)] as T))

const R = lists([...ROLES, 'public' as const], [
  '0123456789bc',
  'bc',
  '019bc',
  'ab',
  '9b',
  '0129bc',
  '012369bc',
  '89bc',
  '012389bc',
  'd',
  '0123456789abc',
  '0189bc',
  '0123456789abcd',
  '0123689bc',
  '01234789bc',
  '01239bc',
  '01234789abc',
  '19b',
  '01234589bc',
  '01289bc',
  '0123469bc',
  'b',
  '012345679bc',
  '01234569bc',
  '0123459abc',
  '0123459bc',
  '01234589abc',
  '89abc',
  '01234579bc',
])

const P = lists(PAGES, [
  '',
  'mr',
  'mrx',
  'mp',
  'o',
  '6',
  '8',
  'a',
  'mw',
  'k',
  '5',
  'mq',
  '1234o',
  'mnv',
  'r',
  'ap',
  '012679g',
  '1249fg',
  '079v',
  '01234bcdefghiv',
  '126',
  '1234bcdefghio',
  '1256df',
  '6j',
  '1249',
  '1245bcdefhq',
  '124bcdefh',
  '013adhr',
  '7',
  '67',
  '07i',
  '07',
  '1234bcdefghi',
  '124bcdefghi',
  '1249bcdefghi',
  '12349bcdefghiov',
  'mu',
  'kl',
  'mnost',
])

// The places in R and P of each call, in the order of FACTS, each as one character from 0 on.
const ROLES_OF = '001222232242556666662278209:01111111110999020;<3=39>?8?30@AAAAA00;<0BCC===========8;2<<0<89B<BBDCC8CAAAAC9009:9999999991E11111F<G2=2<22232<2<HI??J?KA44IFFFF<<55666666662780<<<HHI2III0001111222222GL?L44IF227555666662282'
const PAGES_OF = '00012110310456777777889:;0000000000000<0000=0>00?00@ABA0CD00000<E400F6G???????????H880000:0IIJJKLMNL0000O000000000000000000000<0P=02011103010QRAAQA0000QS<<<005677777777T9:0000JJJ;JJJ0000000211131PQAQ00Q<44U56677777TV:;'

const ACCESS = Object.fromEntries(
  Object.entries(FACTS).map(([call, { scope }], i) => [
    call,
    { scope, roles: R[ROLES_OF.charCodeAt(i) - 48]!, pages: P[PAGES_OF.charCodeAt(i) - 48]! },
  ]),
)

/** Who may make a call, and from which pages (CONTRACT §2). */
export const accessOf = (call: Call): Access => ACCESS[call]!
