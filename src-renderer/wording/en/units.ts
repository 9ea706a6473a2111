// What stands beside a number.

export const units = {
  mono: 'mono',
  stereo: 'stereo',
  channels: (count: number) => `${count} channels`,
}
