import type { RouteObject } from 'react-router'
import { Guard, NotFound, SmartRedirect } from './app/guard.tsx'
import { lazyPage, type PagePath } from './app/pageModules.ts'
import { RouteError } from './app/RouteError.tsx'
import { CaptainShell } from './captain/CaptainShell.tsx'
import { KitchenShell } from './kitchen/KitchenShell.tsx'
import { StaffShell } from './shared/shell/StaffShell.tsx'
import BackofficeLogin from './auth/BackofficeLogin.tsx'
import LoginChooser from './auth/LoginChooser.tsx'
import PartnerLogin from './auth/PartnerLogin.tsx'
import RestaurantLogin from './auth/RestaurantLogin.tsx'
import { SignedOut } from './auth/SignedOut.tsx'

const page = (path: PagePath): RouteObject => {
  const Page = lazyPage(path)
  return { path, element: <Page />, errorElement: <RouteError /> }
}

/** Guarded areas, each page in its shell. An area's unknown path is guarded too, and then simply not found. */
export const routes: RouteObject[] = [
  {
    errorElement: <RouteError />,
    children: [
      { path: '/', element: <SmartRedirect /> },
      { path: '/dashboard', element: <SmartRedirect /> },
      {
        element: <SignedOut />,
        children: [
          { path: '/login', element: <LoginChooser /> },
          { path: '/restaurant/login', element: <RestaurantLogin /> },
          { path: '/partner/login', element: <PartnerLogin /> },
          { path: '/backoffice/login', element: <BackofficeLogin /> },
        ],
      },
      {
        element: <Guard />,
        children: [
          {
            element: <StaffShell />,
            children: [page('/restaurant/dashboard'), page('/restaurant/pos'), page('/restaurant/orders'), page('/restaurant/tables')],
          },
          { element: <KitchenShell />, children: [page('/restaurant/kitchen')] },
          {
            element: <CaptainShell />,
            children: [
              page('/restaurant/captain'),
              page('/restaurant/captain/tables'),
              page('/restaurant/captain/menu'),
              page('/restaurant/captain/orders'),
            ],
          },
          { path: '/restaurant/*', element: <NotFound /> },
          { path: '/partner/*', element: <NotFound /> },
          { path: '/backoffice/*', element: <NotFound /> },
        ],
      },
      { path: '*', element: <NotFound /> },
    ],
  },
]
