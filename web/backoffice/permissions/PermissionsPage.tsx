import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { usePageTitle } from '#web/app/title.ts'
import { apiQuery } from '#web/core/query.ts'
import { PermissionMatrix } from '#web/shared/permissions/PermissionMatrix.tsx'

/** Which page each role of a restaurant may open (SCREENS §2.5 "permissions"). */
export default function PermissionsPage() {
  const { id = '' } = useParams()
  // The name alone: without it the page works as well.
  const restaurant = useQuery({ ...apiQuery('GET /restaurant/profile/necessary/:id', { params: { id } }), retry: false })
  const name = restaurant.data?.restaurant.establishment_name
  usePageTitle(name ? `${name}, permissions` : 'Permissions')
  return <PermissionMatrix key={id} area="backoffice" outlet={{ _id: id, name: name ?? 'this restaurant' }} changesBeside />
}
