/** A recorded sound as it is played. */
export const player = {
  play: 'Play',
  pause: 'Pause',
  place: 'Place in the recording',
  of: '{{at}} of {{length}}',
  broken: 'This recording cannot be played here.',
}
