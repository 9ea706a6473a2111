// Where sound goes: the playback devices that the system names, and the wish of the person, which outlives unplugging.

import { texts } from '../wording/texts.ts'

export interface OutputDevice {
  readonly id: string
  readonly label: string
}

/** What is used, and one sentence when it is not what was wished for. */
export interface OutputChoice {
  /** '' is the system's own choice. */
  readonly deviceId: string
  readonly note: string | null
}

/** Devices with a name of their own; the aliases "default" and "communications" are the system's choice. */
export function namedOutputs(
  devices: readonly Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'label'>[],
): OutputDevice[] {
  return devices
    .filter((device) => device.kind === 'audiooutput' && device.label !== '')
    .filter((device) => device.deviceId !== 'default' && device.deviceId !== 'communications')
    .map((device) => ({ id: device.deviceId, label: device.label }))
}

/** The device for a wished label: ids change from start to start, labels last. */
export function chooseOutput(wished: string | null, devices: readonly OutputDevice[]): OutputChoice {
  if (wished === null) return { deviceId: '', note: null }
  const found = devices.find((device) => device.label === wished)
  if (found !== undefined) return { deviceId: found.id, note: null }
  return { deviceId: '', note: texts.player.output.missing(wished) }
}
