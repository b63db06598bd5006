/** What stands on the screens: made up, in a trade that nobody owns, at addresses that are nobody's. */
const mib = (path: string, size: number) => ({ path, bytes: Buffer.alloc(Math.round(size * 262_144), path) })

export const examples = {
  en: {
    sender: { email: 'anna.berg@example.com', fullName: 'Anna Berg', company: 'Berg Instruments' },
    people: [
      ['li.wei@example.cn', 'Li Wei'],
      ['priya.nair@example.in', 'Priya Nair'],
      ['tom.haas@example.de', 'Tom Haas'],
    ],
    message: 'Revision C with the new hinge. Please quote for 2,000 and 10,000 pieces.',
    sent: [
      [
        'Housing, revision C',
        [mib('drawings/housing-C.step', 18.4), mib('drawings/housing-C.pdf', 2.1), mib('photos/hinge.jpg', 4.6)],
      ],
      ['Catalogue spring', [mib('catalogue-spring.pdf', 31.5)]],
      ['Artwork for the carton', [mib('carton/front.ai', 12.2), mib('carton/back.ai', 11.7)]],
      ['Test report EN 60335', [mib('test-report.pdf', 3.8)]],
      ['Photos of the samples', [mib('samples/01.jpg', 5.1), mib('samples/02.jpg', 4.9), mib('samples/03.jpg', 5.4)]],
    ],
    request: {
      title: 'Order 4711: shipping papers',
      message: 'Before loading, please. The forwarder closes on Friday.',
      documents: ['Commercial invoice', 'Packing list', 'Certificate of origin', 'Loading photos'],
      suppliers: [
        ['export@example.cn', 'Ningbo Mould'],
        ['docs@example.in', 'Pune Castings'],
        ['sales@example.com.cn', 'Dongguan Cable'],
      ],
    },
  },
  zh: {
    sender: { email: 'lin.xiao@example.com', fullName: '林晓', company: '明远贸易' },
    people: [
      ['wang.qiang@example.cn', '王强'],
      ['priya.nair@example.in', 'Priya Nair'],
      ['tom.haas@example.de', 'Tom Haas'],
    ],
    message: '外壳 C 版，铰链已更新。请按 2000 件和 10000 件分别报价。',
    sent: [
      ['外壳图纸 C 版', [mib('图纸/外壳-C.step', 18.4), mib('图纸/外壳-C.pdf', 2.1), mib('照片/铰链.jpg', 4.6)]],
      ['春季画册', [mib('春季画册.pdf', 31.5)]],
      ['纸箱设计稿', [mib('纸箱/正面.ai', 12.2), mib('纸箱/背面.ai', 11.7)]],
      ['EN 60335 检测报告', [mib('检测报告.pdf', 3.8)]],
      ['样品照片', [mib('样品/01.jpg', 5.1), mib('样品/02.jpg', 4.9), mib('样品/03.jpg', 5.4)]],
    ],
    request: {
      title: '4711 号订单：出货单据',
      message: '请在装柜之前提交，货代周五截单。',
      documents: ['商业发票', '装箱单', '原产地证', '装柜照片'],
      suppliers: [
        ['export@example.cn', '宁波模具'],
        ['docs@example.in', 'Pune Castings'],
        ['sales@example.com.cn', '东莞线缆'],
      ],
    },
  },
} as const

/** Network addresses of well-known hosts, by which a download has a country: of the people above, in their order. */
export const places = ['114.114.114.114', '49.44.79.1', '85.214.132.117']
