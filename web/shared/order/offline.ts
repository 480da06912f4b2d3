import { MESSAGES } from '#domain/messages.ts'

/** Why a KOT can't be sent offline, the same on every device that takes orders. */
export const OFFLINE_SEND = `${MESSAGES.offline}. Your items are kept on this device: send them when you are online.`
