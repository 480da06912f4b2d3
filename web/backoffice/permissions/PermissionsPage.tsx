import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { usePageTitle } from '#web/app/title.ts'
import { apiQuery } from '#web/core/query.ts'
import { PermissionMatrix } from '#web/shared/permissions/PermissionMatrix.tsx'

/** Which page each role of a restaurant may open (SCREENS §2.5 "permissions"). */
export default function PermissionsPage() {
  const { id = '' } = useParams()
  // The matrix makes the same call, so it is sent once. The public call has no name of a restaurant that is not approved yet.
  const { data } = useQuery(apiQuery('GET /backoffice/permissions/restaurant/:id', { params: { id } }))
  const name = data?.restaurantName
  usePageTitle(name ? `${name}, permissions` : 'Permissions')
  return <PermissionMatrix key={id} area="backoffice" outlet={{ _id: id, name: name ?? 'this restaurant' }} changesBeside />
}
