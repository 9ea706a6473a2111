// Links of the app's own: what the window copies, what the system hands over again.

export const LINK_SCHEME = 'foleyroom'
export type LinkedKind = 'sound' | 'midi'

/** @param id of a sound its `uid`, of a MIDI file its `id` */
export const linkTo = (kind: LinkedKind, id: string): string => `${LINK_SCHEME}://${kind}/${id}`
