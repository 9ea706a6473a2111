// A video that guides an edit.

export const guide = {
  field: 'Follow',
  none: 'no picture',
  title: 'Follow a picture',
  extendAbout:
    'What happens in the picture happens in the new sound at the same moments. The picture begins where the sound ends, unless you say where in it to begin.',
  inpaintAbout:
    'What happens in the picture happens in the repaired region at the same moments. The picture runs along with the sound, from its first sample on.',
  choose: 'Choose a clip…',
  before: 'Worked on before',
  without: 'Follow no picture',
  from: 'From',
  fromOf: 'Where in the clip to begin',
  noLoop: 'not with a picture',
}
