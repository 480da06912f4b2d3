import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { usePageTitle } from '#web/app/title.ts'
import { apiQuery } from '#web/core/query.ts'
import { PermissionMatrix } from '#web/shared/permissions/PermissionMatrix.tsx'

/** Which page each role of a restaurant may open (SCREENS §2.5 "permissions"). */
export default function PermissionsPage() {
  const { id = '' } = useParams()
  // The call that the matrix makes too: it is sent once. What is public of a restaurant has no name before it is approved.
  const { data } = useQuery(apiQuery('GET /backoffice/permissions/restaurant/:id', { params: { id } }))
  const name = data?.restaurantName
  usePageTitle(name ? `${name}, permissions` : 'Permissions')
  return <PermissionMatrix key={id} area="backoffice" outlet={{ _id: id, name: name ?? 'this restaurant' }} changesBeside />
}
