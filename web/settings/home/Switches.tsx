import { Link } from 'react-router'
import { to } from '#web/core/to.ts'
import { type Profile, ProfileSwitch, SwitchCard } from '#web/shared/settings/profile.tsx'

/** Switches for the whole restaurant, which are saved at once. */
export function Switches({ profile }: { profile: Profile }) {
  const { qrSettings: qr } = profile
  return (
    <>
      <SwitchCard title="How you work">
        <ProfileSwitch
          label="Tables"
          description="Off: no Tables page, and Dine In asks for no table."
          checked={profile.isTableEnabled}
          change={(isTableEnabled) => ({ isTableEnabled })}
        />
        <ProfileSwitch
          label="Captain’s pages"
          description="For waiters and captains with a phone. Off: they are closed and leave the menu."
          checked={profile.isCaptainEnabled}
          change={(isCaptainEnabled) => ({ isCaptainEnabled })}
        />
      </SwitchCard>
      <SwitchCard title="Guests’ phones">
        <ProfileSwitch
          label="QR menu"
          description="Off: the code on a table says to ask the staff."
          checked={qr.enableQrMenu}
          change={(enableQrMenu) => ({ qrSettings: { enableQrMenu } })}
        />
        <ProfileSwitch
          label="Guests order by QR"
          description="Off: guests read the menu and call a waiter."
          checked={qr.enableOrderViaQr}
          change={(enableOrderViaQr) => ({ qrSettings: { enableOrderViaQr } })}
        />
        <ProfileSwitch
          label="Sign in before the menu"
          description="Guests enter name and mobile first."
          checked={qr.requireLoginForMenu}
          change={(requireLoginForMenu) => ({ qrSettings: { requireLoginForMenu } })}
        />
        <ProfileSwitch
          label="Accept guests’ orders"
          description="Each waits until a person accepts it; off: straight to the kitchen."
          checked={qr.acceptOrders}
          change={(acceptOrders) => ({ qrSettings: { acceptOrders } })}
        />
        <ProfileSwitch
          label="Logo on the QR sheet"
          checked={profile.showStoreImageOnQR}
          change={(showStoreImageOnQR) => ({ showStoreImageOnQR })}
        />
        <ProfileSwitch
          label="Picture above the guests’ menu"
          checked={profile.showImageOnUserDashboard}
          change={(showImageOnUserDashboard) => ({ showImageOnUserDashboard })}
        />
      </SwitchCard>
      <SwitchCard title="In the app’s listing">
        <p className="col-span-full text-14 text-muted">
          Place, photos and cuisines are in App listing, which a Mobile admin opens.{' '}
          <Link to={to.users()} className="link">
            Add one in Employees
          </Link>
        </p>
        <ProfileSwitch label="Dine in" checked={profile.dineIn} change={(dineIn) => ({ dineIn })} />
        <ProfileSwitch label="Take Away" checked={profile.takeout} change={(takeout) => ({ takeout })} />
        <ProfileSwitch label="Delivery" checked={profile.delivery} change={(delivery) => ({ delivery })} />
      </SwitchCard>
    </>
  )
}
