import type { player as english } from '../../en/app/player.ts'
import type { Translation } from '../../translation.ts'

export const player: Translation<typeof english> = {
  play: '播放',
  pause: '暂停',
  place: '录音进度',
  of: '{{at}}，共 {{length}}',
  broken: '此录音无法在这里播放。',
}
