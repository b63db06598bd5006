import type { About } from '../about.ts'

export const about: About = {
  name: '中文',
  englishName: 'Chinese',
  switchTo: '切换到中文',
  tag: 'zh-CN',
  closesUp: true,
  sentenceSpace: '',
  comma: '、',
  place: (city, country) => `${country} ${city}`,
  shortTime: (text) => text,
  inZone: (time, zone) => `${time}（${zone === 'GMT+8' ? '北京时间' : zone}）`,
  clock: { timeZone: 'Asia/Shanghai', say: (time, utc) => `${time} 北京时间（${utc}）` },
}
