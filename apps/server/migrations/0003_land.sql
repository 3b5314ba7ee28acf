-- Crops, chemicals, work types, plots, zones and imports of geometry.

-- Active substances by ISO 1750 names (the id, with hyphens) and trade names in China, Taiwan,
-- Thailand and Korea; accounts add their own products.
create table chemical (
  id text primary key,
  account_id uuid references account on delete cascade,  -- null: common to all accounts
  names jsonb not null,  -- {"en","zh-CN","zh-TW","th","ko"}
  kind text not null
    check (kind in ('insecticide', 'fungicide', 'herbicide', 'regulator', 'fertiliser', 'other')),
  version integer not null default 1
);
create index chemical_account on chemical (account_id);

insert into chemical (kind, id, names)
select kind, translate(lower(en), ' ,', '--'),
  jsonb_build_object('en', en, 'zh-CN', zh_cn, 'zh-TW', zh_tw, 'th', th, 'ko', ko)
from (values
  ('insecticide', 'Imidacloprid', '吡虫啉', '益達胺', 'อิมิดาโคลพริด', '이미다클로프리드'),
  ('insecticide', 'Thiamethoxam', '噻虫嗪', '賽速安', 'ไทอะมีทอกแซม', '티아메톡삼'),
  ('insecticide', 'Acetamiprid', '啶虫脒', '亞滅培', 'อะเซทามิพริด', '아세타미프리드'),
  ('insecticide', 'Dinotefuran', '呋虫胺', '達特南', 'ไดโนทีฟูแรน', '디노테퓨란'),
  ('insecticide', 'Chlorantraniliprole', '氯虫苯甲酰胺', '剋安勃', 'คลอแรนทรานิลิโพรล', '클로란트라닐리프롤'),
  ('insecticide', 'Flubendiamide', '氟苯虫酰胺', '氟大滅', 'ฟลูเบนไดอะไมด์', '플루벤디아마이드'),
  ('insecticide', 'Emamectin benzoate', '甲氨基阿维菌素苯甲酸盐', '因滅汀', 'อีมาเมกตินเบนโซเอต', '에마멕틴벤조에이트'),
  ('insecticide', 'Abamectin', '阿维菌素', '阿巴汀', 'อะบาเมกติน', '아바멕틴'),
  ('insecticide', 'Spinosad', '多杀霉素', '賜諾殺', 'สปินโนแซด', '스피노사드'),
  ('insecticide', 'Spinetoram', '乙基多杀菌素', '賜諾特', 'สปินีโทแรม', '스피네토람'),
  ('insecticide', 'Indoxacarb', '茚虫威', '因得克', 'อินดอกซาคาร์บ', '인독사카브'),
  ('insecticide', 'Lambda-cyhalothrin', '高效氯氟氰菊酯', '賽洛寧', 'แลมบ์ดา-ไซฮาโลทริน', '람다사이할로트린'),
  ('insecticide', 'Cypermethrin', '氯氰菊酯', '賽滅寧', 'ไซเพอร์เมทริน', '사이퍼메트린'),
  ('insecticide', 'Pymetrozine', '吡蚜酮', '派滅淨', 'ไพมีโทรซีน', '피메트로진'),
  ('insecticide', 'Buprofezin', '噻嗪酮', '布芬淨', 'บูโพรเฟซิน', '뷰프로페진'),
  ('insecticide', 'Cartap', '杀螟丹', '培丹', 'คาร์แทป', '카탑'),
  ('fungicide', 'Tebuconazole', '戊唑醇', '得克利', 'ทีบูโคนาโซล', '테부코나졸'),
  ('fungicide', 'Propiconazole', '丙环唑', '普克利', 'โพรพิโคนาโซล', '프로피코나졸'),
  ('fungicide', 'Difenoconazole', '苯醚甲环唑', '待克利', 'ไดฟีโนโคนาโซล', '디페노코나졸'),
  ('fungicide', 'Hexaconazole', '己唑醇', '菲克利', 'เฮกซะโคนาโซล', '헥사코나졸'),
  ('fungicide', 'Azoxystrobin', '嘧菌酯', '亞托敏', 'อะซอกซีสโตรบิน', '아족시스트로빈'),
  ('fungicide', 'Pyraclostrobin', '吡唑醚菌酯', '百克敏', 'ไพราโคลสโตรบิน', '피라클로스트로빈'),
  ('fungicide', 'Trifloxystrobin', '肟菌酯', '三氟敏', 'ไตรฟลอกซีสโตรบิน', '트리플록시스트로빈'),
  ('fungicide', 'Tricyclazole', '三环唑', '三賽唑', 'ไตรไซคลาโซล', '트리사이클라졸'),
  ('fungicide', 'Isoprothiolane', '稻瘟灵', '亞賜圃', 'ไอโซโพรไทโอเลน', '아이소프로티올레인'),
  ('fungicide', 'Mancozeb', '代森锰锌', '鋅錳乃浦', 'แมนโคเซบ', '만코제브'),
  ('fungicide', 'Chlorothalonil', '百菌清', '四氯異苯腈', 'คลอโรทาโลนิล', '클로로탈로닐'),
  ('fungicide', 'Validamycin', '井冈霉素', '維利黴素', 'วาลิดามัยซิน', '발리다마이신'),
  ('fungicide', 'Kasugamycin', '春雷霉素', '嘉賜黴素', 'คาซูกามัยซิน', '가스가마이신'),
  ('herbicide', 'Glyphosate', '草甘膦', '嘉磷塞', 'ไกลโฟเซต', '글리포세이트'),
  ('herbicide', 'Glufosinate', '草铵膦', '固殺草', 'กลูโฟซิเนต', '글루포시네이트'),
  ('herbicide', '2,4-D', '2,4-滴', '二四地', '2,4-ดี', '이사디'),
  ('herbicide', 'Butachlor', '丁草胺', '丁基拉草', 'บิวทาคลอร์', '뷰타클로르'),
  ('herbicide', 'Pretilachlor', '丙草胺', '普拉草', 'พรีทิลาคลอร์', '프레틸라클로르'),
  ('herbicide', 'Penoxsulam', '五氟磺草胺', '平速爛', 'พีนอกซูแลม', '페녹슐람'),
  ('herbicide', 'Pendimethalin', '二甲戊灵', '施得圃', 'เพนดิเมทาลิน', '펜디메탈린'),
  ('herbicide', 'Ametryn', '莠灭净', '草殺淨', 'อะมีทรีน', '아메트린'),
  ('regulator', 'Mepiquat chloride', '甲哌鎓', '甲哌鎓', 'มีพิควอตคลอไรด์', '메피쾃클로라이드'),
  ('regulator', 'Gibberellic acid', '赤霉酸', '勃激素', 'กรดจิบเบอเรลลิก', '지베렐린산'),
  ('regulator', 'Paclobutrazol', '多效唑', '巴克素', 'พาโคลบิวทราโซล', '파클로부트라졸'),
  ('regulator', 'Ethephon', '乙烯利', '益收生長素', 'อีทีฟอน', '에테폰')
) as substance (kind, en, zh_cn, zh_tw, th, ko);

create table crop (
  id text primary key,
  names jsonb not null,  -- {"en","zh-CN","zh-TW","th","ko"}
  account_id uuid references account on delete cascade,  -- null: common to all accounts
  scientific_name text not null default '', version integer not null default 1
);
create index crop_account on crop (account_id);

insert into crop (id, scientific_name, names)
select id, latin,
  jsonb_build_object('en', en, 'zh-CN', zh_cn, 'zh-TW', zh_tw, 'th', th, 'ko', ko)
from (values
  ('rice', 'Oryza sativa', 'Rice', '水稻', '水稻', 'ข้าว', '벼'),
  ('wheat', 'Triticum aestivum', 'Wheat', '小麦', '小麥', 'ข้าวสาลี', '밀'),
  ('maize', 'Zea mays', 'Maize', '玉米', '玉米', 'ข้าวโพด', '옥수수'),
  ('barley', 'Hordeum vulgare', 'Barley', '大麦', '大麥', 'ข้าวบาร์เลย์', '보리'),
  ('oats', 'Avena sativa', 'Oats', '燕麦', '燕麥', 'ข้าวโอ๊ต', '귀리'),
  ('rye', 'Secale cereale', 'Rye', '黑麦', '黑麥', 'ข้าวไรย์', '호밀'),
  ('sorghum', 'Sorghum bicolor', 'Sorghum', '高粱', '高粱', 'ข้าวฟ่าง', '수수'),
  ('millet', 'Setaria italica', 'Foxtail millet', '谷子', '小米', 'ข้าวฟ่างหางหมา', '조'),
  ('buckwheat', 'Fagopyrum esculentum', 'Buckwheat', '荞麦', '蕎麥', 'บักวีต', '메밀'),
  ('soybean', 'Glycine max', 'Soybean', '大豆', '大豆', 'ถั่วเหลือง', '콩'),
  ('mung-bean', 'Vigna radiata', 'Mung bean', '绿豆', '綠豆', 'ถั่วเขียว', '녹두'),
  ('pea', 'Pisum sativum', 'Pea', '豌豆', '豌豆', 'ถั่วลันเตา', '완두'),
  ('broad-bean', 'Vicia faba', 'Broad bean', '蚕豆', '蠶豆', 'ถั่วปากอ้า', '잠두'),
  ('common-bean', 'Phaseolus vulgaris', 'Common bean', '菜豆', '菜豆', 'ถั่วแขก', '강낭콩'),
  ('chickpea', 'Cicer arietinum', 'Chickpea', '鹰嘴豆', '鷹嘴豆', 'ถั่วลูกไก่', '병아리콩'),
  ('lentil', 'Lens culinaris', 'Lentil', '小扁豆', '小扁豆', 'ถั่วเลนทิล', '렌즈콩'),
  ('rapeseed', 'Brassica napus', 'Rapeseed', '油菜', '油菜', 'เรพซีด', '유채'),
  ('peanut', 'Arachis hypogaea', 'Peanut', '花生', '花生', 'ถั่วลิสง', '땅콩'),
  ('sunflower', 'Helianthus annuus', 'Sunflower', '向日葵', '向日葵', 'ทานตะวัน', '해바라기'),
  ('sesame', 'Sesamum indicum', 'Sesame', '芝麻', '芝麻', 'งา', '참깨'),
  ('cotton', 'Gossypium hirsutum', 'Cotton', '棉花', '棉花', 'ฝ้าย', '목화'),
  ('tobacco', 'Nicotiana tabacum', 'Tobacco', '烟草', '菸草', 'ยาสูบ', '담배'),
  ('sugarcane', 'Saccharum officinarum', 'Sugar cane', '甘蔗', '甘蔗', 'อ้อย', '사탕수수'),
  ('sugar-beet', 'Beta vulgaris', 'Sugar beet', '甜菜', '甜菜', 'ชูการ์บีต', '사탕무'),
  ('potato', 'Solanum tuberosum', 'Potato', '马铃薯', '馬鈴薯', 'มันฝรั่ง', '감자'),
  ('sweet-potato', 'Ipomoea batatas', 'Sweet potato', '甘薯', '甘藷', 'มันเทศ', '고구마'),
  ('cassava', 'Manihot esculenta', 'Cassava', '木薯', '木薯', 'มันสำปะหลัง', '카사바'),
  ('chilli', 'Capsicum annuum', 'Chilli', '辣椒', '辣椒', 'พริก', '고추'),
  ('tomato', 'Solanum lycopersicum', 'Tomato', '番茄', '番茄', 'มะเขือเทศ', '토마토'),
  ('aubergine', 'Solanum melongena', 'Aubergine', '茄子', '茄子', 'มะเขือยาว', '가지'),
  ('cucumber', 'Cucumis sativus', 'Cucumber', '黄瓜', '胡瓜', 'แตงกวา', '오이'),
  ('watermelon', 'Citrullus lanatus', 'Watermelon', '西瓜', '西瓜', 'แตงโม', '수박'),
  ('melon', 'Cucumis melo', 'Melon', '甜瓜', '甜瓜', 'เมลอน', '멜론'),
  ('pumpkin', 'Cucurbita moschata', 'Pumpkin', '南瓜', '南瓜', 'ฟักทอง', '호박'),
  ('cabbage', 'Brassica oleracea', 'Cabbage', '甘蓝', '甘藍', 'กะหล่ำปลี', '양배추'),
  ('chinese-cabbage', 'Brassica rapa', 'Chinese cabbage', '大白菜', '大白菜', 'ผักกาดขาว', '배추'),
  ('radish', 'Raphanus sativus', 'Radish', '萝卜', '蘿蔔', 'หัวไชเท้า', '무'),
  ('carrot', 'Daucus carota', 'Carrot', '胡萝卜', '胡蘿蔔', 'แครอท', '당근'),
  ('onion', 'Allium cepa', 'Onion', '洋葱', '洋蔥', 'หอมหัวใหญ่', '양파'),
  ('welsh-onion', 'Allium fistulosum', 'Welsh onion', '大葱', '青蔥', 'ต้นหอม', '대파'),
  ('garlic', 'Allium sativum', 'Garlic', '大蒜', '大蒜', 'กระเทียม', '마늘'),
  ('ginger', 'Zingiber officinale', 'Ginger', '生姜', '薑', 'ขิง', '생강'),
  ('lotus', 'Nelumbo nucifera', 'Lotus', '莲藕', '蓮藕', 'บัวหลวง', '연근'),
  ('strawberry', 'Fragaria × ananassa', 'Strawberry', '草莓', '草莓', 'สตรอว์เบอร์รี', '딸기'),
  ('apple', 'Malus domestica', 'Apple', '苹果', '蘋果', 'แอปเปิล', '사과'),
  ('pear', 'Pyrus pyrifolia', 'Pear', '梨', '梨', 'สาลี่', '배'),
  ('peach', 'Prunus persica', 'Peach', '桃', '桃', 'ท้อ', '복숭아'),
  ('plum', 'Prunus salicina', 'Plum', '李', '李', 'พลัม', '자두'),
  ('grape', 'Vitis vinifera', 'Grape', '葡萄', '葡萄', 'องุ่น', '포도'),
  ('citrus', 'Citrus', 'Citrus', '柑橘', '柑橘', 'ส้ม', '감귤'),
  ('banana', 'Musa', 'Banana', '香蕉', '香蕉', 'กล้วย', '바나나'),
  ('mango', 'Mangifera indica', 'Mango', '芒果', '芒果', 'มะม่วง', '망고'),
  ('litchi', 'Litchi chinensis', 'Litchi', '荔枝', '荔枝', 'ลิ้นจี่', '리치'),
  ('longan', 'Dimocarpus longan', 'Longan', '龙眼', '龍眼', 'ลำไย', '용안'),
  ('durian', 'Durio zibethinus', 'Durian', '榴莲', '榴槤', 'ทุเรียน', '두리안'),
  ('pineapple', 'Ananas comosus', 'Pineapple', '菠萝', '鳳梨', 'สับปะรด', '파인애플'),
  ('coconut', 'Cocos nucifera', 'Coconut', '椰子', '椰子', 'มะพร้าว', '코코넛'),
  ('oil-palm', 'Elaeis guineensis', 'Oil palm', '油棕', '油棕', 'ปาล์มน้ำมัน', '기름야자'),
  ('rubber', 'Hevea brasiliensis', 'Rubber tree', '橡胶树', '橡膠樹', 'ยางพารา', '고무나무'),
  ('tea', 'Camellia sinensis', 'Tea', '茶树', '茶樹', 'ชา', '차'),
  ('coffee', 'Coffea', 'Coffee', '咖啡', '咖啡', 'กาแฟ', '커피'),
  ('walnut', 'Juglans regia', 'Walnut', '核桃', '核桃', 'วอลนัต', '호두'),
  ('alfalfa', 'Medicago sativa', 'Alfalfa', '紫花苜蓿', '紫花苜蓿', 'อัลฟัลฟา', '알팔파')
) as crop (id, latin, en, zh_cn, zh_tw, th, ko);

create table work_type (
  id text primary key, account_id uuid references account on delete cascade, names jsonb not null,
  version integer not null default 1
);
create index work_type_account on work_type (account_id);

insert into work_type (id, names)
select id,
  jsonb_build_object('en', en, 'zh-CN', zh_cn, 'zh-TW', zh_tw, 'th', th, 'ko', ko)
from (values
  ('pest-control', 'Pest and disease control', '病虫害防治', '病蟲害防治', 'ป้องกันกำจัดโรคและแมลง', '병해충 방제'),
  ('weed-control', 'Weed control', '除草', '除草', 'กำจัดวัชพืช', '제초'),
  ('foliar-feeding', 'Foliar feeding', '叶面施肥', '葉面施肥', 'ฉีดพ่นปุ๋ยทางใบ', '엽면시비'),
  ('fertiliser-spreading', 'Fertiliser spreading', '撒肥', '撒肥', 'หว่านปุ๋ย', '비료 살포'),
  ('sowing', 'Sowing', '播种', '播種', 'หว่านเมล็ด', '파종'),
  ('growth-regulation', 'Growth regulation', '化控', '生長調節', 'ควบคุมการเจริญเติบโต', '생장 조절'),
  ('defoliation', 'Defoliation', '脱叶催熟', '脫葉催熟', 'ทำให้ใบร่วง', '낙엽 처리'),
  ('pollination', 'Pollination', '辅助授粉', '輔助授粉', 'ช่วยผสมเกสร', '인공수분'),
  ('feeding', 'Feeding ponds', '水产投饲', '水產投餌', 'ให้อาหารสัตว์น้ำ', '양식장 사료 살포'),
  ('disinfection', 'Disinfection', '消毒防疫', '消毒防疫', 'ฆ่าเชื้อโรค', '방역 소독')
) as work_type (id, en, zh_cn, zh_tw, th, ko);

create table plot (
  id uuid primary key, account_id uuid not null references account, name text not null,
  region_code text collate "C" not null references region,
  -- GeoJSON MultiPolygon coordinates, WGS-84: parts of outer ring, then holes
  parts jsonb not null,
  bounds box not null, area_m2 double precision not null, crop_id text references crop,
  created_by uuid, created_at timestamptz not null default now(),
  sketch jsonb,  -- simplified for overview maps; null: parts have few corners
  shape_at timestamptz not null default now(),  -- start of the current shape
  shape_by uuid,  -- who drew this shape; no reference: a log is kept when people are deleted
  updated_at timestamptz not null default now(), version integer not null default 1,
  -- The village of the plot, typed by a person, because regions end at the county. Empty:
  -- unknown.
  village text not null default '' check (char_length(village) <= 80)
);
create index plot_account on plot (account_id, created_at desc nulls last, id desc);
create index plot_region on plot (region_code, created_at desc nulls last, id desc);
create index plot_name on plot (name, id);
create index plot_area on plot (area_m2 desc nulls last, id desc);
create index plot_bounds on plot using gist (bounds)
  include (id, account_id, region_code, created_by);
-- Searches for part of a name: Latin letters by trigrams; Chinese, Thai and short texts by
-- scanning the covering index plot_created, a fifth of the size of the table.
create index plot_name_words on plot using gin (lower(name) gin_trgm_ops);
create index plot_created on plot (created_at desc nulls last, id desc)
  include (account_id, region_code, area_m2, name);

-- Earlier shapes of a plot. The shape of a day is the first that ended after it, else the plot's
-- own.
create table plot_former_shape (
  plot_id uuid not null references plot on delete cascade, until_at timestamptz not null,
  from_at timestamptz not null, drawn_by uuid, parts jsonb not null, bounds box not null,
  area_m2 double precision not null,
  primary key (plot_id, until_at)
);
create index plot_former_shape_bounds on plot_former_shape using gist (bounds);

-- A plot offered to a phone number; the person who has it accepts for an account or declines.
create table plot_share (
  id uuid primary key, plot_id uuid not null references plot on delete cascade,
  phone text not null,  -- as in app_user: country code, hyphen, number
  rights text not null check (rights in ('view', 'edit')),
  until_at timestamptz,  -- null: until it is revoked
  state text not null default 'offered' check (state in ('offered', 'accepted', 'declined')),
  receiver_account_id uuid references account on delete cascade, receiver_user_id uuid,
  created_by uuid, created_at timestamptz not null default now(), answered_at timestamptz,
  check ((state = 'offered') = (answered_at is null)),
  check (state <> 'accepted' or receiver_account_id is not null),
  unique (plot_id, phone)
);
create index plot_share_phone on plot_share (phone);
create index plot_share_receiver on plot_share (receiver_account_id) where state = 'accepted';

-- Crops of a plot by period: whole days in the owner's time zone, both ends included.
create table plot_season (
  plot_id uuid not null references plot on delete cascade, from_day date not null,
  until_day date not null, crop_id text not null references crop,
  check (from_day <= until_day),
  primary key (plot_id, from_day)
);
create index plot_season_crop on plot_season (crop_id);

-- Areas in which plots were added, changed or deleted: a job looks for flights over them.
create table plot_ground_change (
  id bigint generated always as identity primary key, bounds box not null
);
create index plot_ground_change_bounds on plot_ground_change using gist (bounds);

create table no_fly_zone (
  id uuid primary key,
  account_id uuid not null references account,  -- the declaring account
  name text not null,
  type smallint not null check (type in (1, 2)),  -- 1 other department, 2 civil aviation
  shape text not null check (shape in ('polygon', 'circle')),
  rings jsonb,  -- polygon: GeoJSON coordinates, outer ring then holes
  center_lng double precision, center_lat double precision, radius_m double precision,
  bounds box not null, area_m2 double precision not null,
  region_code text collate "C" not null references region, detail_address text not null default '',
  lower_m real, upper_m real,  -- above ground; null: from the ground, without limit
  valid_from timestamptz, valid_until timestamptz,  -- null: open
  enabled boolean not null default true, created_by uuid,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  version integer not null default 1,
  kind text not null default 'stay_out' check (kind in ('stay_out', 'stay_in')),
  restriction text not null default 'prohibited'
    check (restriction in ('prohibited', 'req_authorisation', 'conditional', 'no_restriction')),
  reasons jsonb not null default '[]',  -- reason codes of ED-269
  message text not null default '',  -- message for people
  -- [{"name","contactName","phone","email","siteUrl","purpose"}]
  authorities jsonb not null default '[]',
  -- [{"days":[1…7],"from":"HH:mm","until":"HH:mm"}]; none: at all hours
  windows jsonb not null default '[]',
  time_zone text not null default 'Etc/UTC',  -- time zone of the windows
  lower_reference text not null default 'ground' check (lower_reference in ('ground', 'sea')),
  upper_reference text not null default 'ground' check (upper_reference in ('ground', 'sea')),
  check ((shape = 'polygon') = (rings is not null)),
  check ((shape = 'circle') = (radius_m is not null and center_lng is not null
    and center_lat is not null))
);
create index no_fly_zone_bounds on no_fly_zone using gist (bounds);
create index no_fly_zone_region on no_fly_zone (region_code, created_at desc);
create index no_fly_zone_account on no_fly_zone (account_id);

-- Versions of each zone over time: flights are judged by the zones of their day, and drones
-- report the number of the version they hold. A zone is disabled before it is deleted; its
-- versions stay.
create table no_fly_zone_version (
  -- increases with every change of any zone
  number bigint generated always as identity primary key,
  zone_id uuid not null, version integer not null, account_id uuid not null,
  enabled boolean not null, kind text not null,
  bounds box not null,  -- bounds of this version and the one before
  content jsonb not null,  -- the row at that time
  since timestamptz not null,
  until timestamptz  -- null: the current version
);
create index no_fly_zone_version_zone on no_fly_zone_version (zone_id, number);
create index no_fly_zone_version_bounds on no_fly_zone_version using gist (bounds);
create index no_fly_zone_version_since on no_fly_zone_version (until, since);

-- The zones that a drone has acknowledged: proof that they reached it.
create table drone_zone_holding (
  drone_id text primary key references drone on delete cascade,
  number bigint not null,  -- it has all changes up to this number
  bounds box not null,  -- the area that it covers
  version text not null,  -- as reported
  acknowledged_at timestamptz not null
);
create index drone_zone_holding_bounds on drone_zone_holding using gist (bounds);

-- Imported files of plots and zones: what was found, chosen and created, so that an import can
-- be undone.
create table geometry_import (
  id uuid primary key, account_id uuid not null references account on delete cascade,
  created_by uuid not null,  -- no reference: a log is kept when people are deleted
  created_by_name text not null, created_at timestamptz not null,
  target text not null check (target in ('plots', 'no-fly-zones')), file_name text not null,
  bytes integer not null,
  key text,  -- key in the file store while it may be read again; null: deleted
  settings jsonb not null,  -- how the file is read and what its features become
  status text not null default 'ready'
    check (status in ('ready', 'applying', 'applied', 'cancelled', 'undoing', 'undone')),
  format text not null,
  system text not null,  -- of its coordinates, as the file names it; empty: unknown
  encoding text not null,
  notes jsonb not null,  -- notes about the file as a whole
  columns jsonb not null,  -- property names of the file
  good_count integer not null default 0,  -- items by state and result
  mended_count integer not null default 0, bad_count integer not null default 0,
  chosen_count integer not null default 0, made_count integer not null default 0,
  refused_count integer not null default 0, kept_count integer not null default 0,
  -- progress while it is applied; written outside the transaction that creates the rows
  done_count integer not null default 0,
  is_cancel_asked boolean not null default false,
  problem text,  -- why it could not be applied
  finished_at timestamptz,  -- applied, cancelled or undone
  version integer not null default 1,
  -- file names and words of the file that the notes refer to
  note_details jsonb not null default '{}'
);
create index geometry_import_account on geometry_import (account_id, created_at desc, id desc);
create index geometry_import_waiting on geometry_import (created_at) where key is not null;

create table geometry_import_item (
  import_id uuid not null references geometry_import on delete cascade,
  number integer not null,  -- from 1, in the order of the file
  layer text not null, name text not null, properties jsonb not null,
  state text not null check (state in ('good', 'mended', 'bad')),
  shape jsonb,  -- as it may be stored, WGS-84; null: unusable
  outline jsonb,  -- simplified, for small drawings
  area_m2 double precision not null,
  zone jsonb,  -- values of aviation formats besides the shape
  problems jsonb not null, is_chosen boolean not null,
  made_id uuid,  -- the plot or zone created from it
  made_name text,
  refusal text,  -- why it was not created
  -- changed since, and therefore kept when the rest was undone
  is_kept boolean not null default false,
  primary key (import_id, number)
);
create index geometry_import_item_state on geometry_import_item (import_id, state, number);

create function keep_zone_version() returns trigger language plpgsql as $$
declare
  changed_at timestamptz := new.updated_at;
  felt box := new.bounds;
begin
  -- Numbers become visible in order: a drone that has one has all below it.
  perform pg_advisory_xact_lock(hashtext('no_fly_zone_version'));
  if tg_op = 'UPDATE' then
    if changed_at <= old.updated_at then changed_at := greatest(now(), old.updated_at); end if;
    felt := bound_box(old.bounds, new.bounds);
    update no_fly_zone_version set until = changed_at where zone_id = new.id and until is null;
  end if;
  insert into no_fly_zone_version (zone_id, version, account_id, enabled, kind, bounds, content,
    since)
    values (new.id, new.version, new.account_id, new.enabled, new.kind, felt,
      to_jsonb(new) - 'bounds', changed_at);
  return null;
end $$;
create trigger no_fly_zone_kept after insert or update on no_fly_zone
  for each row execute function keep_zone_version();

-- Plots below a flight with the shape, crop and owner of that day. It runs for every flight and
-- planning took two thirds of the time: a function keeps the plan in the server, behind any
-- pooler. The plan is the same for every box (estimated as one in 200 of all plots), so it is
-- never replanned for the values. Boxes are found first, by their indexes, and the rest is
-- looked up per plot: a join would read every account. is_of_company: the owner belongs to the
-- same company as one of the workers.
create function plots_below(ground box, flown_at timestamptz, workers uuid[])
returns table (id uuid, parts jsonb, region_code text, area_m2 double precision, crop_id text,
  is_of_company boolean)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return query
  select plot.id, coalesce(former.parts, plot.parts), plot.region_code, plot.area_m2,
    -- of the season of that day, as the owner's zone counts days; else the plot's own
    coalesce((select season.crop_id from plot_season as season
      where season.plot_id = plot.id
        and (flown_at at time zone owner.time_zone)::date between season.from_day
          and season.until_day
      limit 1), plot.crop_id),
    exists (select from account as worker
      where worker.id = any(workers)
        and (starts_with(owner.path, worker.path)
          or (owner.type = 'operator' and starts_with(worker.path, owner.path))))
  from plot
  cross join lateral (
    select account.path, account.type, account.time_zone from account
    where account.id = plot.account_id limit 1
  ) as owner
  left join lateral (
    select shape.parts, shape.bounds from plot_former_shape as shape
    where shape.plot_id = plot.id and shape.until_at > flown_at
    order by shape.until_at limit 1
  ) as former on true
  where plot.id = any(array(
      select one.id from plot as one where one.bounds && ground
      union all
      select shape.plot_id from plot_former_shape as shape
      where shape.bounds && ground and shape.until_at > flown_at))
    and coalesce(former.bounds, plot.bounds) && ground
  order by plot.id
  limit 2000;
end $$;
