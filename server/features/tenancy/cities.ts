import { keysOf } from '#domain/json.ts';
/** A city of the demo world: names, province (country abroad), degrees east and north. */
export type City = { zh: string; en: string; province: string; area: Area; lon: number; lat: number };

/** The large areas by which a company in China divides its sites. */
export type Area = '华东' | '华北' | '华南' | '华中' | '西南' | '西北' | '东北' | '海外';

/** English names of the areas. */
export const areaNames: Readonly<Record<Area, string>> = {
  华东: 'East China',
  华北: 'North China',
  华南: 'South China',
  华中: 'Central China',
  西南: 'Southwest',
  西北: 'Northwest',
  东北: 'Northeast',
  海外: 'Overseas',
};

const table: Readonly<Record<Area, readonly (readonly [zh: string, en: string, province: string, lon: number, lat: number])[]>> = {
  华东: [
    ['上海', 'Shanghai', '上海', 121.4737, 31.2304],
    ['杭州', 'Hangzhou', '浙江', 120.1551, 30.2741],
    ['南京', 'Nanjing', '江苏', 118.7969, 32.0603],
    ['苏州', 'Suzhou', '江苏', 120.5853, 31.2989],
    ['宁波', 'Ningbo', '浙江', 121.5503, 29.8739],
    ['无锡', 'Wuxi', '江苏', 120.3119, 31.4912],
    ['合肥', 'Hefei', '安徽', 117.2272, 31.8206],
    ['福州', 'Fuzhou', '福建', 119.2965, 26.0745],
    ['厦门', 'Xiamen', '福建', 118.0894, 24.4798],
    ['济南', 'Jinan', '山东', 117.1205, 36.651],
    ['青岛', 'Qingdao', '山东', 120.3826, 36.0671],
    ['南昌', 'Nanchang', '江西', 115.8582, 28.6829],
    ['温州', 'Wenzhou', '浙江', 120.6994, 27.9943],
    ['常州', 'Changzhou', '江苏', 119.9741, 31.8112],
    ['徐州', 'Xuzhou', '江苏', 117.2841, 34.2058],
    ['烟台', 'Yantai', '山东', 121.4479, 37.4638],
    ['泉州', 'Quanzhou', '福建', 118.6757, 24.8739],
    ['嘉兴', 'Jiaxing', '浙江', 120.7555, 30.7461],
  ],
  华北: [
    ['北京', 'Beijing', '北京', 116.4074, 39.9042],
    ['天津', 'Tianjin', '天津', 117.201, 39.0842],
    ['石家庄', 'Shijiazhuang', '河北', 114.5149, 38.0428],
    ['太原', 'Taiyuan', '山西', 112.5489, 37.8706],
    ['呼和浩特', 'Hohhot', '内蒙古', 111.7492, 40.8426],
    ['唐山', 'Tangshan', '河北', 118.1802, 39.6309],
    ['保定', 'Baoding', '河北', 115.4648, 38.8739],
    ['大同', 'Datong', '山西', 113.3001, 40.0768],
    ['包头', 'Baotou', '内蒙古', 109.8404, 40.6574],
  ],
  华南: [
    ['广州', 'Guangzhou', '广东', 113.2644, 23.1291],
    ['深圳', 'Shenzhen', '广东', 114.0579, 22.5431],
    ['东莞', 'Dongguan', '广东', 113.7518, 23.0207],
    ['佛山', 'Foshan', '广东', 113.1214, 23.0215],
    ['珠海', 'Zhuhai', '广东', 113.5767, 22.2707],
    ['南宁', 'Nanning', '广西', 108.3665, 22.817],
    ['海口', 'Haikou', '海南', 110.1983, 20.044],
    ['中山', 'Zhongshan', '广东', 113.3926, 22.5176],
    ['惠州', 'Huizhou', '广东', 114.4158, 23.1125],
    ['桂林', 'Guilin', '广西', 110.1799, 25.2342],
    ['三亚', 'Sanya', '海南', 109.5119, 18.2528],
  ],
  华中: [
    ['武汉', 'Wuhan', '湖北', 114.3054, 30.5931],
    ['长沙', 'Changsha', '湖南', 112.9388, 28.2282],
    ['郑州', 'Zhengzhou', '河南', 113.6254, 34.7466],
    ['洛阳', 'Luoyang', '河南', 112.454, 34.6197],
    ['宜昌', 'Yichang', '湖北', 111.2865, 30.6919],
    ['襄阳', 'Xiangyang', '湖北', 112.1224, 32.009],
    ['株洲', 'Zhuzhou', '湖南', 113.134, 27.8274],
  ],
  西南: [
    ['成都', 'Chengdu', '四川', 104.0665, 30.5723],
    ['重庆', 'Chongqing', '重庆', 106.5516, 29.563],
    ['昆明', 'Kunming', '云南', 102.8329, 24.8801],
    ['贵阳', 'Guiyang', '贵州', 106.6302, 26.647],
    ['拉萨', 'Lhasa', '西藏', 91.1322, 29.6604],
    ['绵阳', 'Mianyang', '四川', 104.6796, 31.4675],
    ['遵义', 'Zunyi', '贵州', 106.9272, 27.7257],
    ['大理', 'Dali', '云南', 100.2676, 25.6065],
  ],
  西北: [
    ['西安', "Xi'an", '陕西', 108.9398, 34.3416],
    ['兰州', 'Lanzhou', '甘肃', 103.8343, 36.0611],
    ['银川', 'Yinchuan', '宁夏', 106.2309, 38.4872],
    ['西宁', 'Xining', '青海', 101.7782, 36.6171],
    ['乌鲁木齐', 'Urumqi', '新疆', 87.6168, 43.8256],
    ['咸阳', 'Xianyang', '陕西', 108.7089, 34.3296],
    ['喀什', 'Kashgar', '新疆', 75.9897, 39.4704],
  ],
  东北: [
    ['沈阳', 'Shenyang', '辽宁', 123.4315, 41.8057],
    ['大连', 'Dalian', '辽宁', 121.6147, 38.914],
    ['长春', 'Changchun', '吉林', 125.3235, 43.8171],
    ['哈尔滨', 'Harbin', '黑龙江', 126.535, 45.8038],
    ['大庆', 'Daqing', '黑龙江', 125.1031, 46.5893],
    ['鞍山', 'Anshan', '辽宁', 122.9946, 41.1106],
    ['吉林', 'Jilin', '吉林', 126.5496, 43.8378],
  ],
  海外: [
    ['香港', 'Hong Kong', '香港', 114.1694, 22.3193],
    ['新加坡', 'Singapore', 'Singapore', 103.8198, 1.3521],
    ['东京', 'Tokyo', 'Japan', 139.6917, 35.6895],
    ['首尔', 'Seoul', 'South Korea', 126.978, 37.5665],
    ['曼谷', 'Bangkok', 'Thailand', 100.5018, 13.7563],
    ['吉隆坡', 'Kuala Lumpur', 'Malaysia', 101.6869, 3.139],
    ['雅加达', 'Jakarta', 'Indonesia', 106.8456, -6.2088],
    ['法兰克福', 'Frankfurt', 'Germany', 8.6821, 50.1109],
    ['伦敦', 'London', 'United Kingdom', -0.1276, 51.5072],
    ['纽约', 'New York', 'United States', -74.006, 40.7128],
    ['洛杉矶', 'Los Angeles', 'United States', -118.2437, 34.0522],
    ['圣保罗', 'São Paulo', 'Brazil', -46.6333, -23.5505],
    ['悉尼', 'Sydney', 'Australia', 151.2093, -33.8688],
    ['迪拜', 'Dubai', 'United Arab Emirates', 55.2708, 25.2048],
  ],
};

export const areas = keysOf(table);

export const cities: readonly City[] = areas.flatMap((area) =>
  table[area].map(([zh, en, province, lon, lat]) => ({ zh, en, province, area, lon, lat })),
);
