-- What is sprayed. Active substances are named as ISO 1750 names them (the id, with hyphens), and as the registers of China, Taiwan,
-- Thailand and Korea call them; an account adds its own products.
create table chemical (
  id text primary key,
  account_id uuid references account on delete cascade,  -- null: everybody's
  names jsonb not null,                                  -- {"en","zh-CN","zh-TW","th","ko"}; of an own one all the same
  kind text not null check (kind in ('insecticide', 'fungicide', 'herbicide', 'regulator', 'fertiliser', 'other')),
  version integer not null default 1
);
create index chemical_account on chemical (account_id);

insert into chemical (kind, id, names)
select kind, translate(lower(en), ' ,', '--'), jsonb_build_object('en', en, 'zh-CN', zh_cn, 'zh-TW', zh_tw, 'th', th, 'ko', ko)
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
