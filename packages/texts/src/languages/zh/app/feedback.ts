import type { feedback as english } from '../../en/app/feedback.ts'
import type { Translation } from '../../translation.ts'

export const feedback: Translation<typeof english> = {
  title: '您用得怎么样？',
  text: '您的每一条意见我们都会认真阅读。',
  rating: '您的评价',
  ratingMissing: '请选择一项评价。',
  Bad: '不好',
  Fine: '还行',
  Fantastic: '很棒',
  comment: '有什么想告诉我们的？',
  send: '发送',
  notNow: '以后再说',
  close: '关闭',
  thanks: '我们已收到您的反馈！',
  thanksText: '我们会与您联系，谢谢。',
  newsTitle: '最新动态',
  newsEmpty: '暂无内容。',
  newsFailed: '最新动态未能加载。',
  newsLoading: '正在加载最新动态',
  tryAgain: '重试',
  new: '新功能',
  improved: '改进',
  fixed: '修复',
}
