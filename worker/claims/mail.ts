import type { ClaimAction } from '#domain/claim.ts'
import { pageName } from '#domain/permissions.ts'
import { SET_ASIDE } from '../auth/account.ts'

export const LINK_DAYS = 7

/** The mail with an approved claim's single-use link (CONTRACT §6). `publicUrl` comes from messenger/links.ts. */
export const approvalMail = (claim: { email: string; restaurantName: string }, publicUrl: string, token: string) => ({
  kind: 'mail' as const,
  to: claim.email,
  subject: `Your claim for ${claim.restaurantName} was approved`,
  text: `You can take over ${claim.restaurantName} with a password that you set here. The link is good for ${LINK_DAYS} days and works once.\n\n${publicUrl}/claim/${token}`,
})

/** Tells the claimant that the claim was rejected, or that its approval was withdrawn. */
export const rejectionMail = (claim: { email: string; restaurantName: string }, action: ClaimAction, reason: string | undefined) => ({
  kind: 'mail' as const,
  to: claim.email,
  subject: `Your claim for ${claim.restaurantName}`,
  text: `${
    action === 'withdraw'
      ? `The approval of your claim for ${claim.restaurantName} was withdrawn, and the link that we mailed opens nothing any more.`
      : `Your claim for ${claim.restaurantName} was not accepted.`
  }${reason ? `\n\nReason: ${reason}` : ''}`,
})

/** Tells an owner, or the outlet's partner, that somebody else became an owner by an approved claim, so that a forged claim is noticed. */
export const newOwnerMail = (to: string, claim: { email: string; restaurantName: string }, signsInWith: string) => ({
  kind: 'mail' as const,
  to,
  subject: `${claim.restaurantName} has a new owner`,
  text: `${claim.email} claimed ${claim.restaurantName}, Tawa approved the claim, and ${signsInWith} now has an owner's account there. Your own account stays as it is.\n\nIf this is wrong, deactivate that account on the page “${pageName('/restaurant/users')}” and write to us.`,
})

/** Tells the owner of an address that an unconfirmed sign-up with it was set aside: it may have been their own. */
export const setAsideMail = (claim: { email: string; restaurantName: string }) => ({
  kind: 'mail' as const,
  to: claim.email,
  subject: `You took over ${claim.restaurantName}`,
  text: `Your account as an owner of ${claim.restaurantName} has this address now.\n\n${SET_ASIDE}`,
})

/** Tells the address of a claim that the claim was completed with another address. */
export const otherAddressMail = (claim: { email: string; restaurantName: string }, email: string) => ({
  kind: 'mail' as const,
  to: claim.email,
  subject: `You took over ${claim.restaurantName}`,
  text: `The owner's account of ${claim.restaurantName} that was made with the link in our mail signs in with ${email}. If this was not you, write to us at once.`,
})
