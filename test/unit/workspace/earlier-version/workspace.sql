CREATE TABLE view (id TEXT PRIMARY KEY, resource TEXT NOT NULL, name TEXT NOT NULL, query TEXT NOT NULL, created TEXT NOT NULL, columns TEXT, favorite INTEGER NOT NULL DEFAULT 0, usual INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE layout (resource TEXT PRIMARY KEY, columns TEXT NOT NULL) STRICT;
CREATE TABLE activity (seq INTEGER PRIMARY KEY, at TEXT NOT NULL, user TEXT NOT NULL, connection TEXT NOT NULL, kind TEXT NOT NULL, count INTEGER NOT NULL, facts TEXT NOT NULL, of INTEGER REFERENCES activity (seq), outcome TEXT, hash TEXT NOT NULL) STRICT;
CREATE TABLE activity_head (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
CREATE TABLE roi_draft (id TEXT PRIMARY KEY, content TEXT NOT NULL, replaces TEXT, updated TEXT NOT NULL) STRICT;
CREATE TABLE roi_request (id TEXT PRIMARY KEY, draft TEXT NOT NULL UNIQUE, content TEXT NOT NULL, custodian TEXT NOT NULL, json TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('sending', 'sent', 'refused', 'not-sent', 'unknown')), started TEXT NOT NULL, day TEXT NOT NULL, ended TEXT, answer TEXT, failure TEXT, replaces TEXT, found TEXT, follow_up TEXT, closed TEXT CHECK (closed IN ('granted', 'refused')), closed_at TEXT, way TEXT NOT NULL DEFAULT 'email') STRICT;
CREATE TABLE roi_code (request TEXT NOT NULL REFERENCES roi_request (id) ON DELETE CASCADE, code TEXT NOT NULL COLLATE NOCASE, PRIMARY KEY (request, code)) STRICT;
CREATE TABLE roi_before (request TEXT PRIMARY KEY REFERENCES roi_request (id) ON DELETE CASCADE, keys TEXT NOT NULL) STRICT;
CREATE TABLE roi_note (id INTEGER PRIMARY KEY, request TEXT NOT NULL REFERENCES roi_request (id) ON DELETE CASCADE, at TEXT NOT NULL, text TEXT NOT NULL) STRICT;
CREATE TABLE roi_contact (id INTEGER PRIMARY KEY, custodian TEXT NOT NULL, role TEXT NOT NULL, value TEXT NOT NULL COLLATE NOCASE, name TEXT, used TEXT, UNIQUE (custodian, role, value)) STRICT;
CREATE TABLE roi_expectation (custodian TEXT PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL) STRICT;
CREATE TABLE fee_columns (custodian TEXT NOT NULL, account_heading TEXT NOT NULL, amount_heading TEXT NOT NULL, account INTEGER NOT NULL, amount INTEGER NOT NULL, notation TEXT NOT NULL CHECK (notation IN ('point', 'comma', 'cents')), used TEXT NOT NULL, PRIMARY KEY (custodian, account_heading, amount_heading)) STRICT;
CREATE TABLE reconciliation (id INTEGER PRIMARY KEY AUTOINCREMENT, file TEXT NOT NULL, at TEXT NOT NULL, user TEXT NOT NULL, note TEXT NOT NULL, file_hash TEXT NOT NULL, result_hash TEXT NOT NULL, seal TEXT NOT NULL, result TEXT NOT NULL, lines BLOB NOT NULL, decision TEXT, format INTEGER) STRICT;
CREATE TABLE fee_file_saved (id INTEGER PRIMARY KEY, file_id TEXT NOT NULL, path TEXT NOT NULL UNIQUE, bytes INTEGER NOT NULL, sha256 TEXT NOT NULL, files INTEGER NOT NULL, remark TEXT, saved_at TEXT NOT NULL, saved_by TEXT NOT NULL, checked_at TEXT NOT NULL, state TEXT NOT NULL) STRICT;
CREATE TABLE fee_file_pending (part TEXT PRIMARY KEY, final TEXT NOT NULL, file_id TEXT NOT NULL, sha256 TEXT, bytes INTEGER, files INTEGER, remark TEXT, line INTEGER) STRICT;
CREATE TABLE fee_file_folder (one INTEGER PRIMARY KEY CHECK (one = 1), path TEXT) STRICT;
CREATE TABLE job (id TEXT PRIMARY KEY, kind TEXT NOT NULL, facts TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('planned', 'running', 'done', 'canceled', 'stopped', 'interrupted')), failure TEXT, created TEXT NOT NULL, started TEXT, ended TEXT, checked TEXT, activity INTEGER, before TEXT, dismissed TEXT) STRICT;
CREATE TABLE draft (id TEXT PRIMARY KEY, resource TEXT NOT NULL, kind TEXT NOT NULL, origin TEXT NOT NULL, title TEXT, edits TEXT NOT NULL, of TEXT, file TEXT, created TEXT NOT NULL, updated TEXT NOT NULL, checked TEXT) STRICT;
CREATE TABLE draft_row (draft TEXT NOT NULL REFERENCES draft (id) ON DELETE CASCADE, at INTEGER NOT NULL, key TEXT, title TEXT NOT NULL, subtitle TEXT NOT NULL, line INTEGER, state TEXT NOT NULL CHECK (state IN ('ready', 'unchanged', 'wrong', 'conflict', 'gone')), fields TEXT NOT NULL, remark TEXT, PRIMARY KEY (draft, at)) STRICT, WITHOUT ROWID;
CREATE TABLE review_mark (rule TEXT NOT NULL, key TEXT NOT NULL, state TEXT CHECK (state IN ('reviewed', 'flagged', 'waived')), print TEXT NOT NULL, reason TEXT, until TEXT, note TEXT, user TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (rule, key)) STRICT, WITHOUT ROWID;
CREATE TABLE structure_retired (key TEXT PRIMARY KEY, user TEXT NOT NULL, at TEXT NOT NULL) STRICT;
CREATE TABLE rate_ceiling (one INTEGER PRIMARY KEY CHECK (one = 1), rate TEXT NOT NULL) STRICT;
CREATE TABLE visit (one INTEGER PRIMARY KEY CHECK (one = 1), since TEXT, seen TEXT NOT NULL) STRICT;
CREATE TABLE revision (one INTEGER PRIMARY KEY CHECK (one = 1), n INTEGER NOT NULL) STRICT;
CREATE TABLE favorite (resource TEXT NOT NULL, key TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (resource, key)) STRICT, WITHOUT ROWID;
CREATE TABLE recent (resource TEXT NOT NULL, key TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (resource, key)) STRICT, WITHOUT ROWID;
CREATE TABLE fee_file_result (file TEXT PRIMARY KEY, hash TEXT NOT NULL, at TEXT NOT NULL, end_date TEXT, outcome TEXT NOT NULL CHECK (outcome IN ('agrees', 'differs', 'skipped')), custodians TEXT NOT NULL) STRICT;
CREATE TABLE fee_file_auto (one INTEGER PRIMARY KEY CHECK (one = 1)) STRICT;
CREATE TABLE job_told (job TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE, at INTEGER NOT NULL, state TEXT NOT NULL CHECK (state IN ('skipped', 'done', 'refused', 'conflict', 'not-taken', 'not-sent', 'unknown')), remark TEXT, answer TEXT, seen INTEGER, PRIMARY KEY (job, at)) STRICT, WITHOUT ROWID;
CREATE TABLE job_asked (job TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE, first INTEGER NOT NULL, last INTEGER NOT NULL, PRIMARY KEY (job, first)) STRICT, WITHOUT ROWID;
CREATE TABLE "job_row" (job TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE, at INTEGER NOT NULL, input TEXT NOT NULL, remark TEXT, PRIMARY KEY (job, at)) STRICT, WITHOUT ROWID;
INSERT INTO "view" VALUES ('00000000-0000-4000-8000-000000000001', 'accounts', 'View of accounts', '{"resource":"accounts","search":"word","filters":[{"op":"in","field":"name","values":["A",null]},{"op":"range","field":"balance","from":"1.00","to":"2.00","exclusive":true},{"op":"not-in","field":"name","values":["B"]},{"op":"contains","field":"name","text":"x","at":"start"},{"op":"listed","field":"id","values":["1","2"]},{"op":"last-days","field":"created_at","days":30}],"sort":{"field":"id","descending":true,"next":[{"field":"name","descending":false}]},"group":{"field":"name","order":"rising"}}', '2026-11-20T14:00:00.000Z', '[{"name":"id","width":120,"shown":true,"pinned":true}]', 1, 1);
INSERT INTO "view" VALUES ('00000000-0000-4000-8000-000000000002', 'relatedPersons', 'View of relatedPersons', '{"resource":"relatedPersons","search":"word","filters":[],"sort":{"field":"id","descending":true,"next":[{"field":"name","descending":false}]},"group":{"field":"name","order":"falling"}}', '2026-11-20T14:03:00.000Z', '[{"name":"id","width":120,"shown":true,"pinned":true}]', 0, 0);
INSERT INTO "view" VALUES ('00000000-0000-4000-8000-000000000003', 'advisorCodes', 'View of advisorCodes', '{"resource":"advisorCodes","search":"word","filters":[],"sort":{"field":"id","descending":true,"next":[{"field":"name","descending":false}]},"group":{"field":"name","order":"largest"}}', '2026-11-20T14:05:00.000Z', '[{"name":"id","width":120,"shown":true,"pinned":true}]', 0, 0);
INSERT INTO "view" VALUES ('00000000-0000-4000-8000-000000000004', 'billingGroups', 'View of billingGroups', '{"resource":"billingGroups","search":"word","filters":[],"sort":{"field":"id","descending":true,"next":[{"field":"name","descending":false}]}}', '2026-11-20T14:07:00.000Z', '[{"name":"id","width":120,"shown":true,"pinned":true}]', 0, 0);
INSERT INTO "view" VALUES ('00000000-0000-4000-8000-000000000005', 'assetAdjustments', 'View of assetAdjustments', '{"resource":"assetAdjustments","search":"word","filters":[],"sort":{"field":"id","descending":true,"next":[{"field":"name","descending":false}]}}', '2026-11-20T14:09:00.000Z', '[{"name":"id","width":120,"shown":true,"pinned":true}]', 0, 0);
INSERT INTO "view" VALUES ('00000000-0000-4000-8000-000000000006', 'feeStructures', 'View of feeStructures', '{"resource":"feeStructures","search":"word","filters":[],"sort":{"field":"id","descending":true,"next":[{"field":"name","descending":false}]}}', '2026-11-20T14:11:00.000Z', '[{"name":"id","width":120,"shown":true,"pinned":true}]', 0, 0);
INSERT INTO "view" VALUES ('00000000-0000-4000-8000-000000000007', 'feeUploadFiles', 'View of feeUploadFiles', '{"resource":"feeUploadFiles","search":"word","filters":[],"sort":{"field":"id","descending":true,"next":[{"field":"name","descending":false}]}}', '2026-11-20T14:13:00.000Z', '[{"name":"id","width":120,"shown":true,"pinned":true}]', 0, 0);
INSERT INTO "view" VALUES ('00000000-0000-4000-8000-000000000008', 'households', 'View of households', '{"resource":"households","search":"word","filters":[],"sort":{"field":"id","descending":true,"next":[{"field":"name","descending":false}]}}', '2026-11-20T14:15:00.000Z', '[{"name":"id","width":120,"shown":true,"pinned":true}]', 0, 0);
INSERT INTO "view" VALUES ('00000000-0000-4000-8000-000000000009', 'firms', 'View of firms', '{"resource":"firms","search":"word","filters":[],"sort":{"field":"id","descending":true,"next":[{"field":"name","descending":false}]}}', '2026-11-20T14:17:00.000Z', '[{"name":"id","width":120,"shown":true,"pinned":true}]', 0, 0);
INSERT INTO "view" VALUES ('00000000-0000-4000-8000-000000000010', 'benchmarks', 'View of benchmarks', '{"resource":"benchmarks","search":"word","filters":[],"sort":{"field":"id","descending":true,"next":[{"field":"name","descending":false}]}}', '2026-11-20T14:19:00.000Z', '[{"name":"id","width":120,"shown":true,"pinned":true}]', 0, 0);
INSERT INTO "view" VALUES ('00000000-0000-4000-8000-000000000011', 'targetAllocations', 'View of targetAllocations', '{"resource":"targetAllocations","search":"word","filters":[],"sort":{"field":"id","descending":true,"next":[{"field":"name","descending":false}]}}', '2026-11-20T14:21:00.000Z', '[{"name":"id","width":120,"shown":true,"pinned":true}]', 0, 0);
INSERT INTO "view" VALUES ('00000000-0000-4000-8000-000000000012', 'investmentModels', 'View of investmentModels', '{"resource":"investmentModels","search":"word","filters":[],"sort":{"field":"id","descending":true,"next":[{"field":"name","descending":false}]}}', '2026-11-20T14:23:00.000Z', '[{"name":"id","width":120,"shown":true,"pinned":true}]', 0, 0);
INSERT INTO "view" VALUES ('00000000-0000-4000-8000-000000000013', 'billingMinimums', 'View of billingMinimums', '{"resource":"billingMinimums","search":"word","filters":[],"sort":{"field":"id","descending":true,"next":[{"field":"name","descending":false}]}}', '2026-11-20T14:25:00.000Z', '[{"name":"id","width":120,"shown":true,"pinned":true}]', 0, 0);
INSERT INTO "view" VALUES ('00000000-0000-4000-8000-000000000014', 'billingSplits', 'View of billingSplits', '{"resource":"billingSplits","search":"word","filters":[],"sort":{"field":"id","descending":true,"next":[{"field":"name","descending":false}]}}', '2026-11-20T14:27:00.000Z', '[{"name":"id","width":120,"shown":true,"pinned":true}]', 0, 0);
INSERT INTO "view" VALUES ('00000000-0000-4000-8000-000000000015', 'legacyMappings', 'View of legacyMappings', '{"resource":"legacyMappings","search":"word","filters":[],"sort":{"field":"id","descending":true,"next":[{"field":"name","descending":false}]}}', '2026-11-20T14:29:00.000Z', '[{"name":"id","width":120,"shown":true,"pinned":true}]', 0, 0);
INSERT INTO "layout" VALUES ('accounts', '[{"name":"name","width":200,"shown":true,"pinned":false},{"name":"id","width":80,"shown":false,"pinned":true}]');
INSERT INTO "layout" VALUES ('relatedPersons', '[{"name":"name","width":200,"shown":true,"pinned":false},{"name":"id","width":80,"shown":false,"pinned":true}]');
INSERT INTO "layout" VALUES ('advisorCodes', '[{"name":"name","width":200,"shown":true,"pinned":false},{"name":"id","width":80,"shown":false,"pinned":true}]');
INSERT INTO "layout" VALUES ('billingGroups', '[{"name":"name","width":200,"shown":true,"pinned":false},{"name":"id","width":80,"shown":false,"pinned":true}]');
INSERT INTO "layout" VALUES ('assetAdjustments', '[{"name":"name","width":200,"shown":true,"pinned":false},{"name":"id","width":80,"shown":false,"pinned":true}]');
INSERT INTO "layout" VALUES ('feeStructures', '[{"name":"name","width":200,"shown":true,"pinned":false},{"name":"id","width":80,"shown":false,"pinned":true}]');
INSERT INTO "layout" VALUES ('feeUploadFiles', '[{"name":"name","width":200,"shown":true,"pinned":false},{"name":"id","width":80,"shown":false,"pinned":true}]');
INSERT INTO "layout" VALUES ('households', '[{"name":"name","width":200,"shown":true,"pinned":false},{"name":"id","width":80,"shown":false,"pinned":true}]');
INSERT INTO "layout" VALUES ('firms', '[{"name":"name","width":200,"shown":true,"pinned":false},{"name":"id","width":80,"shown":false,"pinned":true}]');
INSERT INTO "layout" VALUES ('benchmarks', '[{"name":"name","width":200,"shown":true,"pinned":false},{"name":"id","width":80,"shown":false,"pinned":true}]');
INSERT INTO "layout" VALUES ('targetAllocations', '[{"name":"name","width":200,"shown":true,"pinned":false},{"name":"id","width":80,"shown":false,"pinned":true}]');
INSERT INTO "layout" VALUES ('investmentModels', '[{"name":"name","width":200,"shown":true,"pinned":false},{"name":"id","width":80,"shown":false,"pinned":true}]');
INSERT INTO "layout" VALUES ('billingMinimums', '[{"name":"name","width":200,"shown":true,"pinned":false},{"name":"id","width":80,"shown":false,"pinned":true}]');
INSERT INTO "layout" VALUES ('billingSplits', '[{"name":"name","width":200,"shown":true,"pinned":false},{"name":"id","width":80,"shown":false,"pinned":true}]');
INSERT INTO "layout" VALUES ('legacyMappings', '[{"name":"name","width":200,"shown":true,"pinned":false},{"name":"id","width":80,"shown":false,"pinned":true}]');
INSERT INTO "activity" VALUES (1, '2026-11-20T14:31:00.000Z', 'pat', 'Test firm', 'tax-exchange', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', 'da49269259f42baf8ea037d9425ee77e3a62c369807b8d7554cefc2d58239c3e');
INSERT INTO "activity" VALUES (2, '2026-11-20T14:32:00.000Z', 'pat', 'Test firm', 'tax-tokenise', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', 'ceaec7c11a8b1fe76517c0f61b19e257c800459d5e99c1239bb8181ecbe4359b');
INSERT INTO "activity" VALUES (3, '2026-11-20T14:33:00.000Z', 'pat', 'Test firm', 'tax-reveal', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', '5f912558dc9f338d12f5eacfff73f8ac5f231b286c3c726c19f000201b35aad4');
INSERT INTO "activity" VALUES (4, '2026-11-20T14:34:00.000Z', 'pat', 'Test firm', 'tax-export', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', '732cf808a3dcdd4caa91889df23e2277be351d3d106fb9c8ddfbf81f13b3c468');
INSERT INTO "activity" VALUES (5, '2026-11-20T14:35:00.000Z', 'pat', 'Test firm', 'roi-send', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', '840ca967d283aa045c5eeba676525ef75735741f5039d931deace7e47ebc0b3b');
INSERT INTO "activity" VALUES (6, '2026-11-20T14:36:00.000Z', 'pat', 'Test firm', 'roi-record', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', '7d2c02e8a0d58d4e44b4059bd66ddd07e82030782dea998f218050c9e9ff8d33');
INSERT INTO "activity" VALUES (7, '2026-11-20T14:37:00.000Z', 'pat', 'Test firm', 'roi-answer', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', '5a23a3336743d3be6d2e3a4ea4de1e5501bef3563f0dbbca246fa281a17dcbb1');
INSERT INTO "activity" VALUES (8, '2026-11-20T14:38:00.000Z', 'pat', 'Test firm', 'roi-follow-up', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', 'd9253d9ac0c4188a9296fa83d0195dc105bacbbe3a2832e86cbc915bf457925d');
INSERT INTO "activity" VALUES (9, '2026-11-20T14:39:00.000Z', 'pat', 'Test firm', 'roi-note', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', 'a350a24568ff394c14b973363fe9280304ace08a9a3371c980fce40079436496');
INSERT INTO "activity" VALUES (10, '2026-11-20T14:40:00.000Z', 'pat', 'Test firm', 'advisor-code-create', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', 'fc2564862746f35165032bd9ad985f7c627ac79651a9c132b15c6c20b36b2250');
INSERT INTO "activity" VALUES (11, '2026-11-20T14:41:00.000Z', 'pat', 'Test firm', 'advisor-code-delete', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', 'bfd0ebd04854b2bdbfae6362ffec059fe1384ec536ed61e6ba0600a75ed216eb');
INSERT INTO "activity" VALUES (12, '2026-11-20T14:42:00.000Z', 'pat', 'Test firm', 'fee-file-save', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', '28e7cced0c26046ae9afc7e0f70ae9650c06c8e2094db12c289a11c650304c67');
INSERT INTO "activity" VALUES (13, '2026-11-20T14:43:00.000Z', 'pat', 'Test firm', 'fee-file-verify', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', 'e293807726242afeb2109656063ae2fb4a694bff8d85dbcdf08871acafc82197');
INSERT INTO "activity" VALUES (14, '2026-11-20T14:44:00.000Z', 'pat', 'Test firm', 'reconciliation-sign-off', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', '921f4ba8b772e3022b65e828416bf486701fa3659d30383039770b85dfdd9d7c');
INSERT INTO "activity" VALUES (15, '2026-11-20T14:45:00.000Z', 'pat', 'Test firm', 'evidence-export', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', 'efe3bb093f7cb74bf3eabc99eaf1de17d1de77486778e78ed58e45e0e88739fe');
INSERT INTO "activity" VALUES (16, '2026-11-20T14:46:00.000Z', 'pat', 'Test firm', 'activity-export', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', '0d14387585152da941589bb55609896d5ea2ef8b5e88237b027390ab6ba0c7ae');
INSERT INTO "activity" VALUES (17, '2026-11-20T14:47:00.000Z', 'pat', 'Test firm', 'api-key-create', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', 'f7c46f79b4899de733106fef801b048571bf4c9c487498851ae88d721517fed7');
INSERT INTO "activity" VALUES (18, '2026-11-20T14:48:00.000Z', 'pat', 'Test firm', 'api-key-delete', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', '7bd5e394c39a1f11fcd23f7168bf0d82bef141b7afdcef5317e1da5b802925cb');
INSERT INTO "activity" VALUES (19, '2026-11-20T14:49:00.000Z', 'pat', 'Test firm', 'records-copy', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', '5c0f2c1d5f503a939fc2a089a3f37fd9047f66e14e0081f46c60fe731e182388');
INSERT INTO "activity" VALUES (20, '2026-11-20T14:50:00.000Z', 'pat', 'Test firm', 'record-edit', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', 'eeb88fa12419acc227cd991f571732f5b5af1f32c08622a26c8f2f7d495788b4');
INSERT INTO "activity" VALUES (21, '2026-11-20T14:51:00.000Z', 'pat', 'Test firm', 'record-create', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', '168f3176b4f0c1bd97092b41ab0da0e52195283fa3e9547f88bc0ee6c7eb252f');
INSERT INTO "activity" VALUES (22, '2026-11-20T14:52:00.000Z', 'pat', 'Test firm', 'record-delete', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', '1687073396483bd397b5f753662e06e4665f6e8b42298a6c7c0df265aaf86372');
INSERT INTO "activity" VALUES (23, '2026-11-20T14:53:00.000Z', 'pat', 'Test firm', 'changes-export', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', '0df5ac96cb4aa4a64d83ce6fd1af89783165ad9c4cc59823afa2f94d8baa152b');
INSERT INTO "activity" VALUES (24, '2026-11-20T14:54:00.000Z', 'pat', 'Test firm', 'review-waive', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', '8296fccddcf71b8801ee792ae47c6353247f110c14de4e9eff94966aaf8acedc');
INSERT INTO "activity" VALUES (25, '2026-11-20T14:55:00.000Z', 'pat', 'Test firm', 'structure-retire', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', '17c9685bd77f68b9053d36d15ac6acbe84f0c0e7603124c1815fe323bb7970b7');
INSERT INTO "activity" VALUES (26, '2026-11-20T14:56:00.000Z', 'pat', 'Test firm', 'structure-restore', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', '33df7ec64c8017e8b0f7baa0afb4fd4a2e50ca81d44fcba82ea8f2726c7ea789');
INSERT INTO "activity" VALUES (27, '2026-11-20T14:57:00.000Z', 'pat', 'Test firm', 'rate-ceiling-set', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', 'ca55d72cb75fda5f60ed6be59362adaa338d6e99dcf9c6a1d15e91c2dc05bcef');
INSERT INTO "activity" VALUES (28, '2026-11-20T14:58:00.000Z', 'pat', 'Test firm', 'rate-ceiling-remove', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', '32fe42e9749d840538d5cfc076dd37e0dd0de69fe4baf57d3a38d589658aadd4');
INSERT INTO "activity" VALUES (29, '2026-11-20T14:59:00.000Z', 'pat', 'Test firm', 'groups-copy', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', '444fd98b16bce60dc76a8ab6af4574228708decbd2f687a33e2fdc43e70c2277');
INSERT INTO "activity" VALUES (30, '2026-11-20T15:00:00.000Z', 'pat', 'Test firm', 'groups-recreate', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', '1fa798200c5989407fb577eb8b6e36632fbb9858bbdcbaafcdf6f019eba13130');
INSERT INTO "activity" VALUES (31, '2026-11-20T15:01:00.000Z', 'pat', 'Test firm', 'assignment-remove', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', 'a7d0c52d05047817630cd7ea0241fa27ac586a9680b5da15682ad1eb89650463');
INSERT INTO "activity" VALUES (32, '2026-11-20T15:02:00.000Z', 'pat', 'Test firm', 'records-export', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', 'ffb7876c38ea3a99a2c300dca975f0d8274c045ac776a03db0e7305f9f3d0302');
INSERT INTO "activity" VALUES (33, '2026-11-20T15:03:00.000Z', 'pat', 'Test firm', 'backup', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', '1569456c680eb241b9e94d77f31e1ea3ede155abf5d93b479fba1d93671c2014');
INSERT INTO "activity" VALUES (34, '2026-11-20T15:04:00.000Z', 'pat', 'Test firm', 'backup-restore', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', 'bd068cd3491bb42e48f92733fe669b94b81e026f727f6e5a7724e5b0df1c87f7');
INSERT INTO "activity" VALUES (35, '2026-11-20T15:05:00.000Z', 'pat', 'Test firm', 'saved-work-lost', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', '69e3db14e3b9241e3fed6db05b9f9027d8f6ac8e2863b6a05b4564b830361777');
INSERT INTO "activity" VALUES (36, '2026-11-20T15:06:00.000Z', 'pat', 'Test firm', 'saved-work-rescued', 2, '{"custodian":"schwab","file":"a.csv"}', NULL, 'done', '8d26ce9ed3f31fea849ebe4020367ff83b8b3a3bfa53ec01fa24e4ba2bc2d0a6');
INSERT INTO "activity" VALUES (37, '2026-11-20T15:07:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{}', NULL, NULL, 'ebc01df44dd4ce078f68545ef5216d6ef6c354a99caca6e705db4618651eca38');
INSERT INTO "activity" VALUES (38, '2026-11-20T15:07:00.000Z', 'pat', 'Test firm', 'record-edit', 3, '{"refused":1}', 37, 'done', '8817eecfb23386e58f31bf0a9c086ba2bacc329300606c7fd4bc9c936b3d646a');
INSERT INTO "activity" VALUES (39, '2026-11-20T15:08:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{}', NULL, NULL, 'd562de06a1dc23c76cbe31d86a40cb1b6bc40c36c1c1499160612e94ede68548');
INSERT INTO "activity" VALUES (40, '2026-11-20T15:08:00.000Z', 'pat', 'Test firm', 'record-edit', 3, '{"refused":1}', 39, 'partly', '517982b6fc5c16a9b1e312ee78ef494467077e50148d8a8b9ee0ed3f45b78f84');
INSERT INTO "activity" VALUES (41, '2026-11-20T15:09:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{}', NULL, NULL, '8aa5bd4ecb696c870f7b5c4c8d050c207f630e7f770aa8332f2772dbc158e062');
INSERT INTO "activity" VALUES (42, '2026-11-20T15:09:00.000Z', 'pat', 'Test firm', 'record-edit', 3, '{"refused":1}', 41, 'refused', '8f0f3665129b2e8d0c48260aa5abef900c350317a14343a96d3068bf0ca84037');
INSERT INTO "activity" VALUES (43, '2026-11-20T15:10:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{}', NULL, NULL, '5c17a3a60b14d53845058fe35174473ec292930e796214c3ea2566671a170da1');
INSERT INTO "activity" VALUES (44, '2026-11-20T15:10:00.000Z', 'pat', 'Test firm', 'record-edit', 3, '{"refused":1}', 43, 'failed', '21a18052f32d09c8379804d62401cf077ffff574526adbd2b18f58c7e9c45a6d');
INSERT INTO "activity" VALUES (45, '2026-11-20T15:11:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{}', NULL, NULL, '04d9bba78ae3094f007897def108b3857af83f18235aca529196ff7c0fe26da4');
INSERT INTO "activity" VALUES (46, '2026-11-20T15:11:00.000Z', 'pat', 'Test firm', 'record-edit', 3, '{"refused":1}', 45, 'canceled', '7fa47eddc454c38541492adcf24f7a4bea417dbac2d453a0d84a3e74ca8632fc');
INSERT INTO "activity" VALUES (47, '2026-11-20T15:12:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{}', NULL, NULL, '57c511ec4859a476afb25c4e4a3a51a63a145cbde3657e975b00c759a3a58616');
INSERT INTO "activity" VALUES (48, '2026-11-20T15:12:00.000Z', 'pat', 'Test firm', 'record-edit', 3, '{"refused":1}', 47, 'unknown', '72bfe0230d0c23a3a461a70d7c1d8f9b33bd7a7e6b2ef28c6eb27504f32ddd75');
INSERT INTO "activity" VALUES (49, '2026-11-20T15:13:00.000Z', 'pat', 'Test firm', 'fee-file-save', 1, '{"file":"41"}', NULL, NULL, '113309e1abb8d62fa45403df50fce532f672b8a4d9c4d3fc5186396f8f3d6d18');
INSERT INTO "activity" VALUES (50, '2026-11-20T15:42:00.000Z', 'pat', 'Test firm', 'reconciliation-sign-off', 3, '{"decision":"approved-with-exceptions","file":"40","file sha256":"cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd","seal":"a7e466ee1b41c06a36aecce8c30cd26182bea4b09939578d6017c05cd0c44c1d"}', NULL, 'done', '87e9c1886e0e0dcc547072265dc47c9861d6dd6539fe9f430864e5b862afde4b');
INSERT INTO "activity" VALUES (51, '2026-11-20T15:43:00.000Z', 'pat', 'Test firm', 'reconciliation-sign-off', 3, '{"decision":"rejected","file":"40","file sha256":"cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd","seal":"7e9d214996d4b96df8b9c20b23271407e89182b5da162964009cb515481b5daf"}', NULL, 'done', 'd6a86869bf0195c083bd3782c846a3ece38e5e2666275d73356ac581f8b0afda');
INSERT INTO "activity" VALUES (52, '2026-11-20T15:44:00.000Z', 'pat', 'Test firm', 'reconciliation-sign-off', 1, '{"decision":"approved","file":"40","file sha256":"cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd","seal":"7be9af7f328f2ed43d7342bb5c50f38808a98145639ba04f042bd2ba118ca3b3"}', NULL, 'done', '98002236138e405b43adba596d010fd1847807d3027c89db62fbb151f2cf8ee4');
INSERT INTO "activity" VALUES (53, '2026-11-20T15:46:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{}', NULL, NULL, 'd79facb05108c37ce18ffdc62c4905105d765165ab6928001e2306591741f5ad');
INSERT INTO "activity" VALUES (54, '2026-11-20T15:46:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{"done":1}', 53, 'done', '8317fba8a038fe0f0ce53a087e4bc02b66f5dad177f817a5b3eb827db74e759d');
INSERT INTO "activity" VALUES (55, '2026-11-20T15:47:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{}', NULL, NULL, 'd0d0d6cd8625f307e2ce2af5771c5fe85f0eccd61abdd5dc4de0bc167b496c4a');
INSERT INTO "activity" VALUES (56, '2026-11-20T15:47:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{"done":1}', 55, 'done', '73894c3a62455a43ee1c47da21d08d724ab0f3242b34d402b2d811cc76bfdef5');
INSERT INTO "activity" VALUES (57, '2026-11-20T15:48:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{}', NULL, NULL, 'a779e020db29e1b43ddf5b202438f6c065c5be13afbc4fa1cbcb6c3c89ca03b9');
INSERT INTO "activity" VALUES (58, '2026-11-20T15:48:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{"done":1}', 57, 'done', '707929f8aab8199ed37c9ce273393c6e1b72c42f5456be3603a5f3a7ac5b61c1');
INSERT INTO "activity" VALUES (59, '2026-11-20T15:49:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{}', NULL, NULL, 'f181143dd9f1b18c17fb199705412d468489cb88b0a2b914ea8ee22d2959cf0f');
INSERT INTO "activity" VALUES (60, '2026-11-20T15:49:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{"done":1}', 59, 'done', '0b57073ed020bab36bcebcfd9b6fc4628409830cc061bf9bb369fb1607dc456a');
INSERT INTO "activity" VALUES (61, '2026-11-20T15:50:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{}', NULL, NULL, 'cd3fe782811821c3f230225d958c77efd49e86285c79fd26bd6d62ac8e24bced');
INSERT INTO "activity" VALUES (62, '2026-11-20T15:50:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{"done":1}', 61, 'done', '64687fa6eb05e81a6a88d888155341dd4eb54a1ac9360ecb3f9e6c8cd6f9e38c');
INSERT INTO "activity" VALUES (63, '2026-11-20T15:51:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{}', NULL, NULL, 'd25822ae885f80ab94635f99cc78d672e4a5629755d12cbc8a73d36123bc5c2f');
INSERT INTO "activity" VALUES (64, '2026-11-20T15:51:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{"done":1}', 63, 'done', '672435760dbb4cca3a36aead03e7dcac14393dcc06975e5433423bb2679c762a');
INSERT INTO "activity" VALUES (65, '2026-11-20T15:52:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{}', NULL, NULL, '8c2d066505803545739e4939eb54c7224ff9f4615fad0e737de6692ff7114a5a');
INSERT INTO "activity" VALUES (66, '2026-11-20T15:52:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{"done":1}', 65, 'done', '54530880901be83111bfe225df55bb6b942053022e4f2132fc869a13e4009895');
INSERT INTO "activity" VALUES (67, '2026-11-20T15:53:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{}', NULL, NULL, '9dc80ed912862035b7f4fd2f1a8b6104a41c916862f93bfa370c9674fc20a22c');
INSERT INTO "activity" VALUES (68, '2026-11-20T15:53:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{"done":1}', 67, 'done', 'bc56de0cce9d2ef6d72934fad53c0ee36e8a15110297447e73a69f145cdde7de');
INSERT INTO "activity" VALUES (69, '2026-11-20T15:54:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{}', NULL, NULL, 'b1ab5d4984312412f4df3f5a653ca10dc9b9fa4c16f77627b0c815f93a003b50');
INSERT INTO "activity" VALUES (70, '2026-11-20T15:54:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{"done":1}', 69, 'done', '35d05e92fa629ec3902acd623c3a8baf0f2d97a95c1bd2ab44922572e4b4cab6');
INSERT INTO "activity" VALUES (71, '2026-11-20T15:55:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{}', NULL, NULL, 'b1c5f0ee1dc440bb88698c33ca8fab5bf731be6077b6482a9b0013daa027ec2d');
INSERT INTO "activity" VALUES (72, '2026-11-20T15:55:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{"done":1}', 71, 'done', '71bec5c099d4d8529d8d45a473c0982eb8ec2a75f6b684ba8af6dbbdff1d1afc');
INSERT INTO "activity" VALUES (73, '2026-11-20T15:56:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{}', NULL, NULL, '2f8c3dbfa3558603affcd6ab0d438254adc762f115b6f51465081f2b905571e8');
INSERT INTO "activity" VALUES (74, '2026-11-20T15:56:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{"done":1}', 73, 'done', '3f7da565070ab8ebce66b3b37ceb6e4da3ce1cb26ffcc0901240f77594aa3ede');
INSERT INTO "activity" VALUES (75, '2026-11-20T15:57:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{}', NULL, NULL, '7d529e082b3f78d2d4bad27e58a202175e2793331047dba8fdd0d7e039ccac24');
INSERT INTO "activity" VALUES (76, '2026-11-20T15:57:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{"done":1}', 75, 'done', 'f490d8f96a4f501a6f2f5142eec82984b84f984ed4b4d0738c5a3d84e610d816');
INSERT INTO "activity" VALUES (77, '2026-11-20T15:58:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{}', NULL, NULL, 'a3b8593f35c3edecf38993792f49cf1588260fb8cbd75b9955c21b494370c324');
INSERT INTO "activity" VALUES (78, '2026-11-20T15:58:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{"done":1}', 77, 'done', '02c274ce91fbb1250e8b71ec4d00981e47f2e06e153a63c7381c17d997f84c71');
INSERT INTO "activity" VALUES (79, '2026-11-20T15:59:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{}', NULL, NULL, 'd6f7463d866118daf87b0efbc4df5417334788e0dc0f61e8065e328d22ae4e3e');
INSERT INTO "activity" VALUES (80, '2026-11-20T15:59:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{"done":1}', 79, 'done', '7ec1405fbc4ec9b8959812f99c82919d2d4a694d42eb75f6e26f6b4ef3083fb4');
INSERT INTO "activity" VALUES (81, '2026-11-20T16:00:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{}', NULL, NULL, 'd5501b8ce4177a547b2ae579d4b0927fa679e8dec2d747c0f0cc48e2bad069b2');
INSERT INTO "activity" VALUES (82, '2026-11-20T16:00:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{"done":1}', 81, 'done', '5fba448b4311e4b7a27af3613ca4a5e6b7aa40c54c41f88eea96ae25ae1ff064');
INSERT INTO "activity" VALUES (83, '2026-11-20T16:01:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{}', NULL, NULL, 'ebde9f62189462aebee609f9ce847c0d02df50dd5fbe112efe6a5355d1c8f61f');
INSERT INTO "activity" VALUES (84, '2026-11-20T16:01:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{"done":1}', 83, 'done', 'a7c83e32b6f50a63f1a369a93c0e13365a4337b2da229b423f6ff772b930c9bf');
INSERT INTO "activity" VALUES (85, '2026-11-20T16:02:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{}', NULL, NULL, 'f8c48648a75dc182361e7cd6b0d73cb881ae9478c9e79c0fbfdbfe510ff5fb64');
INSERT INTO "activity" VALUES (86, '2026-11-20T16:03:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{}', NULL, NULL, '5be74053748c6f9c56df88d6752314b8c358ddf42a406c3898a960a32f9d2a13');
INSERT INTO "activity" VALUES (87, '2026-11-20T16:03:00.000Z', 'pat', 'Test firm', 'record-edit', 1, '{}', 86, 'partly', 'e8078fba85d8df3bafbf27de99486f362f4b99349cc2a2b8980c4f911373ab1e');
INSERT INTO "activity_head" VALUES (1, 87, 'e8078fba85d8df3bafbf27de99486f362f4b99349cc2a2b8980c4f911373ab1e');
INSERT INTO "roi_draft" VALUES ('00000000-0000-4000-8000-000000000024', '{"step":"custodian","custodian":null,"codes":["G0"],"ownerName":"Dana Owner","firmName":"Test firm","senderName":"Pat Sender","cc":[{"address":"cc@example.com","name":"Casey"}],"replyTo":[{"address":"reply@example.com","name":null}],"typed":{"codes":"G2","cc":"","replyTo":"new@example"}}', NULL, '2026-11-20T15:22:00.000Z');
INSERT INTO "roi_draft" VALUES ('00000000-0000-4000-8000-000000000025', '{"step":"codes","custodian":"PER","codes":["G1"],"ownerName":"Dana Owner","firmName":"Test firm","senderName":"Pat Sender","cc":[{"address":"cc@example.com","name":"Casey"}],"replyTo":[{"address":"reply@example.com","name":null}],"typed":{"codes":"G2","cc":"","replyTo":"new@example"}}', NULL, '2026-11-20T15:23:00.000Z');
INSERT INTO "roi_draft" VALUES ('00000000-0000-4000-8000-000000000026', '{"step":"people","custodian":"PER","codes":["G2"],"ownerName":"Dana Owner","firmName":"Test firm","senderName":"Pat Sender","cc":[{"address":"cc@example.com","name":"Casey"}],"replyTo":[{"address":"reply@example.com","name":null}],"typed":{"codes":"G2","cc":"","replyTo":"new@example"}}', NULL, '2026-11-20T15:24:00.000Z');
INSERT INTO "roi_draft" VALUES ('00000000-0000-4000-8000-000000000027', '{"step":"emails","custodian":"PER","codes":["G3"],"ownerName":"Dana Owner","firmName":"Test firm","senderName":"Pat Sender","cc":[{"address":"cc@example.com","name":"Casey"}],"replyTo":[{"address":"reply@example.com","name":null}],"typed":{"codes":"G2","cc":"","replyTo":"new@example"}}', NULL, '2026-11-20T15:25:00.000Z');
INSERT INTO "roi_draft" VALUES ('00000000-0000-4000-8000-000000000028', '{"step":"preview","custodian":"PER","codes":["G4"],"ownerName":"Dana Owner","firmName":"Test firm","senderName":"Pat Sender","cc":[{"address":"cc@example.com","name":"Casey"}],"replyTo":[{"address":"reply@example.com","name":null}],"typed":{"codes":"G2","cc":"","replyTo":"new@example"}}', NULL, '2026-11-20T15:26:00.000Z');
INSERT INTO "roi_draft" VALUES ('00000000-0000-4000-8000-000000000043', '{"step":"preview","custodian":"PER","codes":["S2"],"ownerName":"Dana Owner","firmName":"Test firm","senderName":"Pat Sender","cc":[{"address":"cc@example.com","name":"Casey"}],"replyTo":[{"address":"reply@example.com","name":null}],"typed":{"codes":"G2","cc":"","replyTo":"new@example"}}', '00000000-0000-4000-8000-000000000032', '2026-11-20T15:36:00.000Z');
INSERT INTO "roi_request" VALUES ('00000000-0000-4000-8000-000000000030', '00000000-0000-4000-8000-000000000029', '{"step":"preview","custodian":"PER","codes":["S1"],"ownerName":"Dana Owner","firmName":"Test firm","senderName":"Pat Sender","cc":[{"address":"cc@example.com","name":"Casey"}],"replyTo":[{"address":"reply@example.com","name":null}],"typed":{"codes":"G2","cc":"","replyTo":"new@example"}}', 'PER', '{"advisor_codes":["S1"]}', 'sent', '2026-11-20T15:27:00.000Z', '2026-11-20', '2026-11-20T15:28:00.000Z', '{"id":7,"state":"ok"}', NULL, NULL, NULL, '2026-12-01', 'granted', '2026-11-20T15:36:00.000Z', 'email');
INSERT INTO "roi_request" VALUES ('00000000-0000-4000-8000-000000000032', '00000000-0000-4000-8000-000000000031', '{"step":"preview","custodian":"PER","codes":["S2"],"ownerName":"Dana Owner","firmName":"Test firm","senderName":"Pat Sender","cc":[{"address":"cc@example.com","name":"Casey"}],"replyTo":[{"address":"reply@example.com","name":null}],"typed":{"codes":"G2","cc":"","replyTo":"new@example"}}', 'PER', '{"advisor_codes":["S2"]}', 'refused', '2026-11-20T15:29:00.000Z', '2026-11-20', '2026-11-20T15:30:00.000Z', NULL, '{"kind":"refused","reasons":["no such code"]}', NULL, NULL, '2026-12-01', 'refused', '2026-11-20T15:36:00.000Z', 'email');
INSERT INTO "roi_request" VALUES ('00000000-0000-4000-8000-000000000034', '00000000-0000-4000-8000-000000000033', '{"step":"preview","custodian":"PER","codes":["S3"],"ownerName":"Dana Owner","firmName":"Test firm","senderName":"Pat Sender","cc":[{"address":"cc@example.com","name":"Casey"}],"replyTo":[{"address":"reply@example.com","name":null}],"typed":{"codes":"G2","cc":"","replyTo":"new@example"}}', 'PER', '{"advisor_codes":["S3"]}', 'not-sent', '2026-11-20T15:31:00.000Z', '2026-11-20', '2026-11-20T15:32:00.000Z', NULL, '{"kind":"offline"}', NULL, NULL, '2026-12-01', NULL, NULL, 'email');
INSERT INTO "roi_request" VALUES ('00000000-0000-4000-8000-000000000036', '00000000-0000-4000-8000-000000000035', '{"step":"preview","custodian":"PER","codes":["S4"],"ownerName":"Dana Owner","firmName":"Test firm","senderName":"Pat Sender","cc":[{"address":"cc@example.com","name":"Casey"}],"replyTo":[{"address":"reply@example.com","name":null}],"typed":{"codes":"G2","cc":"","replyTo":"new@example"}}', 'PER', '{"advisor_codes":["S4"]}', 'unknown', '2026-11-20T15:33:00.000Z', '2026-11-20', '2026-11-20T15:34:00.000Z', NULL, '{"kind":"timeout"}', NULL, NULL, '2026-12-24', NULL, NULL, 'email');
INSERT INTO "roi_request" VALUES ('00000000-0000-4000-8000-000000000038', '00000000-0000-4000-8000-000000000037', '{"step":"preview","custodian":"PER","codes":["S5"],"ownerName":"Dana Owner","firmName":"Test firm","senderName":"Pat Sender","cc":[{"address":"cc@example.com","name":"Casey"}],"replyTo":[{"address":"reply@example.com","name":null}],"typed":{"codes":"G2","cc":"","replyTo":"new@example"}}', 'PER', '{"advisor_codes":["S5"]}', 'sent', '2026-11-20T15:35:00.000Z', '2026-11-20', '2026-11-20T15:36:00.000Z', NULL, '{"kind":"timeout"}', NULL, '2026-11-20T15:36:00.000Z', '2026-12-01', NULL, NULL, 'email');
INSERT INTO "roi_request" VALUES ('00000000-0000-4000-8000-000000000039', '00000000-0000-4000-8000-000000000040', '{"step":"people","custodian":null,"codes":["P1"],"ownerName":"Dana Owner","firmName":"","senderName":"","cc":[],"replyTo":[],"typed":{"codes":"","cc":"","replyTo":""}}', 'fidelity', '{"custodian":"fidelity","advisor_codes":["P1"],"owner_name":"Dana Owner","firm_name":"","sender_name":"","cc_emails":[],"reply_to_emails":[]}', 'sent', '2026-11-20T15:36:00.000Z', '2026-11-19', '2026-11-20T15:36:00.000Z', NULL, NULL, NULL, NULL, '2026-12-02', NULL, NULL, 'portal');
INSERT INTO "roi_request" VALUES ('00000000-0000-4000-8000-000000000041', '00000000-0000-4000-8000-000000000042', '{"step":"people","custodian":"PER","codes":["P2"],"ownerName":"Dana Owner","firmName":"","senderName":"","cc":[],"replyTo":[],"typed":{"codes":"","cc":"","replyTo":""}}', 'PER', '{"custodian":"PER","advisor_codes":["P2"],"owner_name":"Dana Owner","firm_name":"","sender_name":"","cc_emails":[],"reply_to_emails":[]}', 'sent', '2026-11-20T15:36:00.000Z', '2026-11-19', '2026-11-20T15:36:00.000Z', NULL, NULL, NULL, NULL, '2026-12-02', NULL, NULL, 'phone');
INSERT INTO "roi_request" VALUES ('00000000-0000-4000-8000-000000000045', '00000000-0000-4000-8000-000000000044', '{"step":"preview","custodian":"PER","codes":["S9"],"ownerName":"Dana Owner","firmName":"Test firm","senderName":"Pat Sender","cc":[{"address":"cc@example.com","name":"Casey"}],"replyTo":[{"address":"reply@example.com","name":null}],"typed":{"codes":"G2","cc":"","replyTo":"new@example"}}', 'PER', '{"advisor_codes":["S9"]}', 'sending', '2026-11-20T15:37:00.000Z', '2026-11-20', NULL, NULL, NULL, NULL, NULL, '2026-12-01', NULL, NULL, 'email');
INSERT INTO "roi_code" VALUES ('00000000-0000-4000-8000-000000000030', 'S1');
INSERT INTO "roi_code" VALUES ('00000000-0000-4000-8000-000000000032', 'S2');
INSERT INTO "roi_code" VALUES ('00000000-0000-4000-8000-000000000034', 'S3');
INSERT INTO "roi_code" VALUES ('00000000-0000-4000-8000-000000000036', 'S4');
INSERT INTO "roi_code" VALUES ('00000000-0000-4000-8000-000000000038', 'S5');
INSERT INTO "roi_code" VALUES ('00000000-0000-4000-8000-000000000039', 'P1');
INSERT INTO "roi_code" VALUES ('00000000-0000-4000-8000-000000000041', 'P2');
INSERT INTO "roi_code" VALUES ('00000000-0000-4000-8000-000000000045', 'S9');
INSERT INTO "roi_before" VALUES ('00000000-0000-4000-8000-000000000030', '["1","2"]');
INSERT INTO "roi_before" VALUES ('00000000-0000-4000-8000-000000000032', '["1","2"]');
INSERT INTO "roi_before" VALUES ('00000000-0000-4000-8000-000000000034', '["1","2"]');
INSERT INTO "roi_before" VALUES ('00000000-0000-4000-8000-000000000036', '["1","2"]');
INSERT INTO "roi_before" VALUES ('00000000-0000-4000-8000-000000000038', '["1","2"]');
INSERT INTO "roi_before" VALUES ('00000000-0000-4000-8000-000000000041', '["3"]');
INSERT INTO "roi_before" VALUES ('00000000-0000-4000-8000-000000000045', '["1","2"]');
INSERT INTO "roi_note" VALUES (1, '00000000-0000-4000-8000-000000000036', '2026-11-20T15:36:00.000Z', 'Called them.');
INSERT INTO "roi_contact" VALUES (1, 'MLT', 'owner', 'Value of owner', 'Casey', NULL);
INSERT INTO "roi_contact" VALUES (2, 'MLT', 'firm', 'Value of firm', 'Casey', NULL);
INSERT INTO "roi_contact" VALUES (3, 'MLT', 'sender', 'Value of sender', 'Casey', NULL);
INSERT INTO "roi_contact" VALUES (4, 'MLT', 'cc', 'Value of cc', 'Casey', NULL);
INSERT INTO "roi_contact" VALUES (5, 'MLT', 'reply-to', 'Value of reply-to', 'Casey', NULL);
INSERT INTO "roi_contact" VALUES (6, 'PER', 'owner', 'Dana Owner', NULL, '2026-11-20T15:37:00.000Z');
INSERT INTO "roi_contact" VALUES (7, 'PER', 'firm', 'Test firm', NULL, '2026-11-20T15:37:00.000Z');
INSERT INTO "roi_contact" VALUES (8, 'PER', 'sender', 'Pat Sender', NULL, '2026-11-20T15:37:00.000Z');
INSERT INTO "roi_contact" VALUES (9, 'PER', 'cc', 'cc@example.com', 'Casey', '2026-11-20T15:37:00.000Z');
INSERT INTO "roi_contact" VALUES (10, 'PER', 'reply-to', 'reply@example.com', NULL, '2026-11-20T15:37:00.000Z');
INSERT INTO "roi_expectation" VALUES ('PER', 3, 9);
INSERT INTO "fee_columns" VALUES ('schwab', 'Account 0', 'Fee', 0, 1, 'point', '2026-11-20T00:00:00.000Z');
INSERT INTO "fee_columns" VALUES ('schwab', 'Account 1', 'Fee', 0, 1, 'comma', '2026-11-21T00:00:00.000Z');
INSERT INTO "fee_columns" VALUES ('schwab', 'Account 2', 'Fee', 0, 1, 'cents', '2026-11-22T00:00:00.000Z');
INSERT INTO "reconciliation" VALUES (1, '40', '2026-11-20T15:42:00.000Z', 'pat', 'Note of approved-with-exceptions', 'cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd', 'ae923824fecf66bd537d7ae030fee0f0352062630d2a31cea4df5f9904176d2c', 'a7e466ee1b41c06a36aecce8c30cd26182bea4b09939578d6017c05cd0c44c1d', '{
  "file": {
    "id": "40",
    "endDate": "2026-09-30",
    "sha256": "cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd",
    "bytes": 1,
    "name": "40.zip",
    "record": {
      "files": null,
      "custodians": null,
      "accounts": 1,
      "households": null,
      "periodDebit": "1.50"
    }
  },
  "accountsAsOf": "2026-10-10T08:00:00.000Z",
  "before": null,
  "mappings": [
    {
      "entry": "SWB fees.csv",
      "custodian": "SWB",
      "leftOut": false,
      "heading": 0,
      "account": 0,
      "amount": 1,
      "notation": "point"
    }
  ],
  "lines": 3,
  "worthALook": 3,
  "accounts": 2,
  "sum": "1.50",
  "comparisons": [
    {
      "what": "period-debit",
      "outcome": "agrees",
      "expected": "1.50",
      "found": "1.50",
      "atMost": null,
      "leftOut": 0,
      "changed": null,
      "why": null
    },
    {
      "what": "accounts",
      "outcome": "differs",
      "expected": "1",
      "found": "2",
      "atMost": null,
      "leftOut": 0,
      "changed": null,
      "why": null
    },
    {
      "what": "custodians",
      "outcome": "unsaid",
      "expected": null,
      "found": "1",
      "atMost": null,
      "leftOut": 0,
      "changed": null,
      "why": {
        "code": "not-in-record"
      }
    },
    {
      "what": "households",
      "outcome": "unsaid",
      "expected": null,
      "found": "1",
      "atMost": "2",
      "leftOut": 0,
      "changed": null,
      "why": {
        "code": "not-in-record"
      }
    },
    {
      "what": "files",
      "outcome": "unsaid",
      "expected": null,
      "found": "1",
      "atMost": null,
      "leftOut": 0,
      "changed": null,
      "why": {
        "code": "not-in-record"
      }
    },
    {
      "what": "before-accounts",
      "outcome": "unsaid",
      "expected": null,
      "found": null,
      "atMost": null,
      "leftOut": 0,
      "changed": null,
      "why": {
        "code": "no-earlier-file"
      }
    },
    {
      "what": "before-sum",
      "outcome": "unsaid",
      "expected": null,
      "found": null,
      "atMost": null,
      "leftOut": 0,
      "changed": null,
      "why": {
        "code": "no-earlier-file"
      }
    }
  ],
  "kinds": [
    {
      "kind": "unmatched",
      "lines": 1,
      "sum": "3.00"
    },
    {
      "kind": "duplicate",
      "lines": 2,
      "sum": "-2.50"
    },
    {
      "kind": "negative",
      "lines": 1,
      "sum": "-2.50"
    }
  ],
  "custodians": [
    {
      "custodian": "SWB",
      "files": 1,
      "lines": 3,
      "accounts": 2,
      "sum": "1.50",
      "before": null
    }
  ],
  "remarks": [],
  "linesSha256": "8b8a713321ab70b00c8c153657b390d5478f091da9976dbe0b371b56ebc30155"
}
', X'85CE314EC4301005D03E52EEE072913E919385624BE00814D4833D21D6C6E3C81EEF8AB3517024AE8012565A4443359A3FFA4FF3F5F1790CE20BC8B954458DD4F8CA1914D7ED9A52641425AD05AE164D3E90604AB5F094668F85DE238B9A926A760C37A7C2DE2441E648F98831CC8C39085F6043C59C735065691B5F9739385286B57D8FBEB3160F2218AB78F6787E79448F2720F3C2A4EC4D6F8635352373E95C3961D84ABF2423FC461A4E17F276E8EEFF3187BFE61EBBB575D3365522A99BD8C3DAC301FBF53F6C047EE6B574B75DDBE61B', 'approved-with-exceptions', 3);
INSERT INTO "reconciliation" VALUES (2, '40', '2026-11-20T15:43:00.000Z', 'pat', 'Note of rejected', 'cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd', 'ae923824fecf66bd537d7ae030fee0f0352062630d2a31cea4df5f9904176d2c', '7e9d214996d4b96df8b9c20b23271407e89182b5da162964009cb515481b5daf', '{
  "file": {
    "id": "40",
    "endDate": "2026-09-30",
    "sha256": "cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd",
    "bytes": 1,
    "name": "40.zip",
    "record": {
      "files": null,
      "custodians": null,
      "accounts": 1,
      "households": null,
      "periodDebit": "1.50"
    }
  },
  "accountsAsOf": "2026-10-10T08:00:00.000Z",
  "before": null,
  "mappings": [
    {
      "entry": "SWB fees.csv",
      "custodian": "SWB",
      "leftOut": false,
      "heading": 0,
      "account": 0,
      "amount": 1,
      "notation": "point"
    }
  ],
  "lines": 3,
  "worthALook": 3,
  "accounts": 2,
  "sum": "1.50",
  "comparisons": [
    {
      "what": "period-debit",
      "outcome": "agrees",
      "expected": "1.50",
      "found": "1.50",
      "atMost": null,
      "leftOut": 0,
      "changed": null,
      "why": null
    },
    {
      "what": "accounts",
      "outcome": "differs",
      "expected": "1",
      "found": "2",
      "atMost": null,
      "leftOut": 0,
      "changed": null,
      "why": null
    },
    {
      "what": "custodians",
      "outcome": "unsaid",
      "expected": null,
      "found": "1",
      "atMost": null,
      "leftOut": 0,
      "changed": null,
      "why": {
        "code": "not-in-record"
      }
    },
    {
      "what": "households",
      "outcome": "unsaid",
      "expected": null,
      "found": "1",
      "atMost": "2",
      "leftOut": 0,
      "changed": null,
      "why": {
        "code": "not-in-record"
      }
    },
    {
      "what": "files",
      "outcome": "unsaid",
      "expected": null,
      "found": "1",
      "atMost": null,
      "leftOut": 0,
      "changed": null,
      "why": {
        "code": "not-in-record"
      }
    },
    {
      "what": "before-accounts",
      "outcome": "unsaid",
      "expected": null,
      "found": null,
      "atMost": null,
      "leftOut": 0,
      "changed": null,
      "why": {
        "code": "no-earlier-file"
      }
    },
    {
      "what": "before-sum",
      "outcome": "unsaid",
      "expected": null,
      "found": null,
      "atMost": null,
      "leftOut": 0,
      "changed": null,
      "why": {
        "code": "no-earlier-file"
      }
    }
  ],
  "kinds": [
    {
      "kind": "unmatched",
      "lines": 1,
      "sum": "3.00"
    },
    {
      "kind": "duplicate",
      "lines": 2,
      "sum": "-2.50"
    },
    {
      "kind": "negative",
      "lines": 1,
      "sum": "-2.50"
    }
  ],
  "custodians": [
    {
      "custodian": "SWB",
      "files": 1,
      "lines": 3,
      "accounts": 2,
      "sum": "1.50",
      "before": null
    }
  ],
  "remarks": [],
  "linesSha256": "8b8a713321ab70b00c8c153657b390d5478f091da9976dbe0b371b56ebc30155"
}
', X'85CE314EC4301005D03E52EEE072913E919385624BE00814D4833D21D6C6E3C81EEF8AB3517024AE8012565A4443359A3FFA4FF3F5F1790CE20BC8B954458DD4F8CA1914D7ED9A52641425AD05AE164D3E90604AB5F094668F85DE238B9A926A760C37A7C2DE2441E648F98831CC8C39085F6043C59C735065691B5F9739385286B57D8FBEB3160F2218AB78F6787E79448F2720F3C2A4EC4D6F8635352373E95C3961D84ABF2423FC461A4E17F276E8EEFF3187BFE61EBBB575D3365522A99BD8C3DAC301FBF53F6C047EE6B574B75DDBE61B', 'rejected', 3);
INSERT INTO "reconciliation" VALUES (3, '40', '2026-11-20T15:44:00.000Z', 'pat', 'Note of approved', 'cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd', 'b7e51258a2e6ba4f739ea541b86a8ae8cadb847084502caf149bf78c9bfb5f6e', '7be9af7f328f2ed43d7342bb5c50f38808a98145639ba04f042bd2ba118ca3b3', '{
  "file": {
    "id": "40",
    "endDate": "2026-09-30",
    "sha256": "cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd",
    "bytes": 1,
    "name": "40.zip",
    "record": {
      "files": null,
      "custodians": null,
      "accounts": 1,
      "households": null,
      "periodDebit": "1.00"
    }
  },
  "accountsAsOf": "2026-10-10T08:00:00.000Z",
  "before": null,
  "mappings": [
    {
      "entry": "SWB fees.csv",
      "custodian": "SWB",
      "leftOut": false,
      "heading": 0,
      "account": 0,
      "amount": 1,
      "notation": "point"
    }
  ],
  "lines": 1,
  "worthALook": 0,
  "accounts": 1,
  "sum": "1.00",
  "comparisons": [
    {
      "what": "period-debit",
      "outcome": "agrees",
      "expected": "1.00",
      "found": "1.00",
      "atMost": null,
      "leftOut": 0,
      "changed": null,
      "why": null
    },
    {
      "what": "accounts",
      "outcome": "agrees",
      "expected": "1",
      "found": "1",
      "atMost": null,
      "leftOut": 0,
      "changed": null,
      "why": null
    },
    {
      "what": "custodians",
      "outcome": "unsaid",
      "expected": null,
      "found": "1",
      "atMost": null,
      "leftOut": 0,
      "changed": null,
      "why": {
        "code": "not-in-record"
      }
    },
    {
      "what": "households",
      "outcome": "unsaid",
      "expected": null,
      "found": "1",
      "atMost": null,
      "leftOut": 0,
      "changed": null,
      "why": {
        "code": "not-in-record"
      }
    },
    {
      "what": "files",
      "outcome": "unsaid",
      "expected": null,
      "found": "1",
      "atMost": null,
      "leftOut": 0,
      "changed": null,
      "why": {
        "code": "not-in-record"
      }
    },
    {
      "what": "before-accounts",
      "outcome": "unsaid",
      "expected": null,
      "found": null,
      "atMost": null,
      "leftOut": 0,
      "changed": null,
      "why": {
        "code": "no-earlier-file"
      }
    },
    {
      "what": "before-sum",
      "outcome": "unsaid",
      "expected": null,
      "found": null,
      "atMost": null,
      "leftOut": 0,
      "changed": null,
      "why": {
        "code": "no-earlier-file"
      }
    }
  ],
  "kinds": [],
  "custodians": [
    {
      "custodian": "SWB",
      "files": 1,
      "lines": 1,
      "accounts": 1,
      "sum": "1.00",
      "before": null
    }
  ],
  "remarks": [],
  "linesSha256": "85cd4770f9fad5bb47fb7d40bbdcb1253b15186aa4e9f19327ce13cfe3920e46"
}
', X'458CC10902311045EF0BDB430AF82C891DA82578F03C26B36CD864229944B1360F96640BB22278FBEFF1F8EFE76B8D1214E47DE9D28CF47CE10ACA1BFD2D6586366A5DE1BBB612220996D295979202AEF4C82CCD68E9D5337C2ACAC11441E54C75C51C132345E1DFB12135F71A5B63190758EB1CDC642DF62298BB040E389D0F703802DB3233B34E5E6FD87DC371F800', 'approved', 3);
INSERT INTO "fee_file_saved" VALUES (1, '40', '/files/40.zip', 1000, 'cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd', 2, NULL, '2026-11-20T15:38:00.000Z', 'pat', '2026-11-20T15:38:00.000Z', 'whole');
INSERT INTO "fee_file_saved" VALUES (2, '41', '/files/41.zip', 1000, '1111111111111111111111111111111111111111111111111111111111111111', 2, '[{"code":"other-count","files":1,"recorded":2},{"code":"empty"},{"code":"unchecked","files":3},{"code":"told","text":"An older sentence."}]', '2026-11-20T15:39:00.000Z', 'pat', '2026-11-20T15:39:00.000Z', 'changed');
INSERT INTO "fee_file_saved" VALUES (3, '42', '/files/42.zip', 1000, '2222222222222222222222222222222222222222222222222222222222222222', 2, '[{"code":"other-count","files":1,"recorded":2},{"code":"empty"},{"code":"unchecked","files":3},{"code":"told","text":"An older sentence."}]', '2026-11-20T15:40:00.000Z', 'pat', '2026-11-20T15:40:00.000Z', 'missing');
INSERT INTO "fee_file_saved" VALUES (4, '43', '/files/43.zip', 1000, '3333333333333333333333333333333333333333333333333333333333333333', 2, '[{"code":"other-count","files":1,"recorded":2},{"code":"empty"},{"code":"unchecked","files":3},{"code":"told","text":"An older sentence."}]', '2026-11-20T15:41:00.000Z', 'pat', '2026-11-20T15:41:00.000Z', 'unreadable');
INSERT INTO "fee_file_pending" VALUES ('/files/50.zip.part', '/files/50.zip', '50', NULL, NULL, NULL, NULL, 5);
INSERT INTO "fee_file_pending" VALUES ('/files/51.zip.part', '/files/51.zip', '51', 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 10, 1, '[{"code":"other-count","files":1,"recorded":2}]', NULL);
INSERT INTO "fee_file_folder" VALUES (1, '/files');
INSERT INTO "job" VALUES ('00000000-0000-4000-8000-000000000046', 'accounts.edit', '{"fields":"Nickname","at":0}', 'planned', NULL, '2026-11-20T15:45:00.000Z', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "job" VALUES ('00000000-0000-4000-8000-000000000047', 'advisorCodes.edit', '{"fields":"Nickname","at":1}', 'canceled', NULL, '2026-11-20T15:46:00.000Z', '2026-11-20T15:46:00.000Z', '2026-11-20T15:46:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO "job" VALUES ('00000000-0000-4000-8000-000000000048', 'billingGroups.edit', '{"fields":"Nickname","at":2}', 'stopped', '{"kind":"not-answering"}', '2026-11-20T15:47:00.000Z', '2026-11-20T15:47:00.000Z', '2026-11-20T15:47:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO "job" VALUES ('00000000-0000-4000-8000-000000000049', 'assetAdjustments.edit', '{"fields":"Nickname","at":3}', 'done', NULL, '2026-11-20T15:48:00.000Z', '2026-11-20T15:48:00.000Z', '2026-11-20T15:48:00.000Z', NULL, NULL, NULL, '2026-11-20T15:48:00.000Z');
INSERT INTO "job" VALUES ('00000000-0000-4000-8000-000000000050', 'feeStructures.edit', '{"fields":"Nickname","at":4}', 'canceled', NULL, '2026-11-20T15:49:00.000Z', '2026-11-20T15:49:00.000Z', '2026-11-20T15:49:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO "job" VALUES ('00000000-0000-4000-8000-000000000051', 'accounts.create', '{"fields":"Nickname","at":5}', 'stopped', '{"kind":"proxy-refused"}', '2026-11-20T15:50:00.000Z', '2026-11-20T15:50:00.000Z', '2026-11-20T15:50:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO "job" VALUES ('00000000-0000-4000-8000-000000000052', 'advisorCodes.create', '{"fields":"Nickname","at":6}', 'done', NULL, '2026-11-20T15:51:00.000Z', '2026-11-20T15:51:00.000Z', '2026-11-20T15:51:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO "job" VALUES ('00000000-0000-4000-8000-000000000053', 'billingGroups.create', '{"fields":"Nickname","at":7}', 'canceled', NULL, '2026-11-20T15:52:00.000Z', '2026-11-20T15:52:00.000Z', '2026-11-20T15:52:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO "job" VALUES ('00000000-0000-4000-8000-000000000054', 'assetAdjustments.create', '{"fields":"Nickname","at":8}', 'stopped', '{"kind":"tls-failed"}', '2026-11-20T15:53:00.000Z', '2026-11-20T15:53:00.000Z', '2026-11-20T15:53:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO "job" VALUES ('00000000-0000-4000-8000-000000000055', 'feeStructures.create', '{"fields":"Nickname","at":9}', 'done', NULL, '2026-11-20T15:54:00.000Z', '2026-11-20T15:54:00.000Z', '2026-11-20T15:54:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO "job" VALUES ('00000000-0000-4000-8000-000000000056', 'accounts.remove', '{"fields":"Nickname","at":10}', 'canceled', NULL, '2026-11-20T15:55:00.000Z', '2026-11-20T15:55:00.000Z', '2026-11-20T15:55:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO "job" VALUES ('00000000-0000-4000-8000-000000000057', 'advisorCodes.remove', '{"fields":"Nickname","at":11}', 'stopped', '{"kind":"timeout"}', '2026-11-20T15:56:00.000Z', '2026-11-20T15:56:00.000Z', '2026-11-20T15:56:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO "job" VALUES ('00000000-0000-4000-8000-000000000058', 'billingGroups.remove', '{"fields":"Nickname","at":12}', 'done', NULL, '2026-11-20T15:57:00.000Z', '2026-11-20T15:57:00.000Z', '2026-11-20T15:57:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO "job" VALUES ('00000000-0000-4000-8000-000000000059', 'assetAdjustments.remove', '{"fields":"Nickname","at":13}', 'canceled', NULL, '2026-11-20T15:58:00.000Z', '2026-11-20T15:58:00.000Z', '2026-11-20T15:58:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO "job" VALUES ('00000000-0000-4000-8000-000000000060', 'feeStructures.remove', '{"fields":"Nickname","at":14}', 'stopped', '{"kind":"not-allowed"}', '2026-11-20T15:59:00.000Z', '2026-11-20T15:59:00.000Z', '2026-11-20T15:59:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO "job" VALUES ('00000000-0000-4000-8000-000000000061', 'billingGroups.recreate', '{"fields":"Nickname","at":15}', 'done', NULL, '2026-11-20T16:00:00.000Z', '2026-11-20T16:00:00.000Z', '2026-11-20T16:00:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO "job" VALUES ('00000000-0000-4000-8000-000000000062', 'billingGroups.unassign', '{"fields":"Nickname","at":16}', 'canceled', NULL, '2026-11-20T16:01:00.000Z', '2026-11-20T16:01:00.000Z', '2026-11-20T16:01:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO "job" VALUES ('00000000-0000-4000-8000-000000000063', 'accounts.edit', '{"fields":"Nickname"}', 'running', NULL, '2026-11-20T16:02:00.000Z', '2026-11-20T16:02:00.000Z', NULL, NULL, 85, '{"planned":69,"skipped":1,"asked":0,"done":0,"refused":0,"conflict":0,"not-taken":0,"not-sent":0,"unknown":0}', NULL);
INSERT INTO "job" VALUES ('00000000-0000-4000-8000-000000000064', 'accounts.edit', '{"fields":"Nickname"}', 'stopped', '{"kind":"service-broken","status":503}', '2026-11-20T16:02:00.000Z', '2026-11-20T16:03:00.000Z', '2026-11-20T16:03:00.000Z', '2026-11-20T16:03:00.000Z', NULL, NULL, NULL);
INSERT INTO "draft" VALUES ('00000000-0000-4000-8000-000000000016', 'accounts', 'edit', 'import', 'Draft edit import', '[{"op":"set","field":"nickname","json":"\"B\""},{"op":"add","field":"groups","items":["9007199254740993"]},{"op":"remove","field":"groups","items":["2"]},{"op":"replace","field":"structure","from":"1","to":"2"}]', 'job-1', 'edits.xlsx', '2026-11-20T15:14:00.000Z', '2026-11-20T15:14:00.000Z', NULL);
INSERT INTO "draft" VALUES ('00000000-0000-4000-8000-000000000017', 'accounts', 'create', 'import', 'Draft create import', '[{"op":"set","field":"nickname","json":"\"B\""},{"op":"add","field":"groups","items":["9007199254740993"]},{"op":"remove","field":"groups","items":["2"]},{"op":"replace","field":"structure","from":"1","to":"2"}]', 'job-1', 'edits.xlsx', '2026-11-20T15:15:00.000Z', '2026-11-20T15:15:00.000Z', NULL);
INSERT INTO "draft" VALUES ('00000000-0000-4000-8000-000000000018', 'accounts', 'remove', 'import', 'Draft remove import', '[{"op":"set","field":"nickname","json":"\"B\""},{"op":"add","field":"groups","items":["9007199254740993"]},{"op":"remove","field":"groups","items":["2"]},{"op":"replace","field":"structure","from":"1","to":"2"}]', 'job-1', 'edits.xlsx', '2026-11-20T15:16:00.000Z', '2026-11-20T15:16:00.000Z', NULL);
INSERT INTO "draft" VALUES ('00000000-0000-4000-8000-000000000019', 'accounts', 'edit', 'form', 'Draft edit form', '[{"op":"set","field":"nickname","json":"\"B\""},{"op":"add","field":"groups","items":["9007199254740993"]},{"op":"remove","field":"groups","items":["2"]},{"op":"replace","field":"structure","from":"1","to":"2"}]', 'job-1', 'edits.xlsx', '2026-11-20T15:17:00.000Z', '2026-11-20T15:17:00.000Z', NULL);
INSERT INTO "draft" VALUES ('00000000-0000-4000-8000-000000000020', 'accounts', 'edit', 'bulk', 'Draft edit bulk', '[{"op":"set","field":"nickname","json":"\"B\""},{"op":"add","field":"groups","items":["9007199254740993"]},{"op":"remove","field":"groups","items":["2"]},{"op":"replace","field":"structure","from":"1","to":"2"}]', 'job-1', 'edits.xlsx', '2026-11-20T15:18:00.000Z', '2026-11-20T15:18:00.000Z', '2026-11-20T15:18:00.000Z');
INSERT INTO "draft" VALUES ('00000000-0000-4000-8000-000000000021', 'accounts', 'edit', 'import', 'Draft edit import', '[{"op":"set","field":"nickname","json":"\"B\""},{"op":"add","field":"groups","items":["9007199254740993"]},{"op":"remove","field":"groups","items":["2"]},{"op":"replace","field":"structure","from":"1","to":"2"}]', 'job-1', 'edits.xlsx', '2026-11-20T15:19:00.000Z', '2026-11-20T15:19:00.000Z', NULL);
INSERT INTO "draft" VALUES ('00000000-0000-4000-8000-000000000022', 'accounts', 'edit', 'undo', 'Draft edit undo', '[{"op":"set","field":"nickname","json":"\"B\""},{"op":"add","field":"groups","items":["9007199254740993"]},{"op":"remove","field":"groups","items":["2"]},{"op":"replace","field":"structure","from":"1","to":"2"}]', 'job-1', 'edits.xlsx', '2026-11-20T15:20:00.000Z', '2026-11-20T15:20:00.000Z', NULL);
INSERT INTO "draft" VALUES ('00000000-0000-4000-8000-000000000023', 'accounts', 'edit', 'plan', 'Draft edit plan', '[{"op":"set","field":"nickname","json":"\"B\""},{"op":"add","field":"groups","items":["9007199254740993"]},{"op":"remove","field":"groups","items":["2"]},{"op":"replace","field":"structure","from":"1","to":"2"}]', 'job-1', 'edits.xlsx', '2026-11-20T15:21:00.000Z', '2026-11-20T15:21:00.000Z', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000016', 0, '0', 'Row 0', 'Sub', 1, 'ready', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000016', 1, '1', 'Row 1', 'Sub', 2, 'unchanged', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000016', 2, '2', 'Row 2', 'Sub', 3, 'wrong', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":{"code":"out-of-range","facts":{"least":0,"most":1}}}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000016', 3, '3', 'Row 3', 'Sub', 4, 'conflict', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', '{"code":"no-id","fields":{"nickname":"\"C\""},"reasons":["because"]}');
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000016', 4, '4', 'Row 4', 'Sub', 5, 'gone', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000017', 0, NULL, 'Row 0', 'Sub', 1, 'ready', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000017', 1, NULL, 'Row 1', 'Sub', 2, 'unchanged', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000017', 2, NULL, 'Row 2', 'Sub', 3, 'wrong', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":{"code":"out-of-range","facts":{"least":0,"most":1}}}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000017', 3, NULL, 'Row 3', 'Sub', 4, 'conflict', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', '{"code":"no-id","fields":{"nickname":"\"C\""},"reasons":["because"]}');
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000017', 4, NULL, 'Row 4', 'Sub', 5, 'gone', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000018', 0, '0', 'Row 0', 'Sub', 1, 'ready', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000018', 1, '1', 'Row 1', 'Sub', 2, 'unchanged', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000018', 2, '2', 'Row 2', 'Sub', 3, 'wrong', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":{"code":"out-of-range","facts":{"least":0,"most":1}}}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000018', 3, '3', 'Row 3', 'Sub', 4, 'conflict', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', '{"code":"no-id","fields":{"nickname":"\"C\""},"reasons":["because"]}');
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000018', 4, '4', 'Row 4', 'Sub', 5, 'gone', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000019', 0, '0', 'Row 0', 'Sub', 1, 'ready', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000019', 1, '1', 'Row 1', 'Sub', 2, 'unchanged', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000019', 2, '2', 'Row 2', 'Sub', 3, 'wrong', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":{"code":"out-of-range","facts":{"least":0,"most":1}}}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000019', 3, '3', 'Row 3', 'Sub', 4, 'conflict', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', '{"code":"no-id","fields":{"nickname":"\"C\""},"reasons":["because"]}');
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000019', 4, '4', 'Row 4', 'Sub', 5, 'gone', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000020', 0, '0', 'Row 0', 'Sub', 1, 'ready', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000020', 1, '1', 'Row 1', 'Sub', 2, 'unchanged', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000020', 2, '2', 'Row 2', 'Sub', 3, 'wrong', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":{"code":"out-of-range","facts":{"least":0,"most":1}}}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000020', 3, '3', 'Row 3', 'Sub', 4, 'conflict', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', '{"code":"no-id","fields":{"nickname":"\"C\""},"reasons":["because"]}');
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000020', 4, '4', 'Row 4', 'Sub', 5, 'gone', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000021', 0, '0', 'Row 0', 'Sub', 1, 'ready', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000021', 1, '1', 'Row 1', 'Sub', 2, 'unchanged', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000021', 2, '2', 'Row 2', 'Sub', 3, 'wrong', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":{"code":"out-of-range","facts":{"least":0,"most":1}}}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000021', 3, '3', 'Row 3', 'Sub', 4, 'conflict', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', '{"code":"no-id","fields":{"nickname":"\"C\""},"reasons":["because"]}');
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000021', 4, '4', 'Row 4', 'Sub', 5, 'gone', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000022', 0, '0', 'Row 0', 'Sub', 1, 'ready', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000022', 1, '1', 'Row 1', 'Sub', 2, 'unchanged', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000022', 2, '2', 'Row 2', 'Sub', 3, 'wrong', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":{"code":"out-of-range","facts":{"least":0,"most":1}}}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000022', 3, '3', 'Row 3', 'Sub', 4, 'conflict', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', '{"code":"no-id","fields":{"nickname":"\"C\""},"reasons":["because"]}');
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000022', 4, '4', 'Row 4', 'Sub', 5, 'gone', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000023', 0, '0', 'Row 0', 'Sub', 1, 'ready', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000023', 1, '1', 'Row 1', 'Sub', 2, 'unchanged', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000023', 2, '2', 'Row 2', 'Sub', 3, 'wrong', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":{"code":"out-of-range","facts":{"least":0,"most":1}}}]', NULL);
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000023', 3, '3', 'Row 3', 'Sub', 4, 'conflict', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', '{"code":"no-id","fields":{"nickname":"\"C\""},"reasons":["because"]}');
INSERT INTO "draft_row" VALUES ('00000000-0000-4000-8000-000000000023', 4, '4', 'Row 4', 'Sub', 5, 'gone', '[{"field":"nickname","before":"\"A\"","after":"\"B\"","theirs":"\"C\"","sentAt":"2026-11-20T10:00:00.000Z","remark":null}]', NULL);
INSERT INTO "review_mark" VALUES ('breakpoint-alone', '32', NULL, 'print-32', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('cash-without-frequency', '15', 'waived', 'print-15', 'Agreed', '2027-01-31', 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('code-not-mapped', '6', 'flagged', 'print-6', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('collection-differs', '0', NULL, 'print-0', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('direct-in-fee-file', '2', 'flagged', 'print-2', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('frequency-differs', '8', NULL, 'print-8', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('group-empty', '21', 'reviewed', 'print-21', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('group-frequencies', '23', 'waived', 'print-23', 'Agreed', '2027-01-31', 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('group-households', '22', 'flagged', 'print-22', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('household-half-grouped', '20', NULL, 'print-20', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('household-split', '19', 'waived', 'print-19', 'Agreed', '2027-01-31', 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('inactive-in-group', '9', 'reviewed', 'print-9', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('inception-after-closing', '13', 'reviewed', 'print-13', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('inception-missing', '17', 'reviewed', 'print-17', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('no-advisor-code', '12', NULL, 'print-12', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('no-fee-structure', '7', 'waived', 'print-7', 'Agreed', '2027-01-31', 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('no-group', '16', NULL, 'print-16', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('no-household', '10', 'flagged', 'print-10', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('number-twice', '3', 'waived', 'print-3', 'Agreed', '2027-01-31', 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('owner-in-several-households', '11', 'waived', 'print-11', 'Agreed', '2027-01-31', 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('payer-closed', '24', NULL, 'print-24', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('payer-deferred', '27', 'waived', 'print-27', 'Agreed', '2027-01-31', 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('payer-direct', '25', 'reviewed', 'print-25', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('payer-outside', '26', 'flagged', 'print-26', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('quarantined', '5', 'reviewed', 'print-5', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('rate-above-ceiling', '29', 'reviewed', 'print-29', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('several-groups', '1', 'reviewed', 'print-1', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('structure-alike', '34', 'flagged', 'print-34', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('structure-retired', '30', 'flagged', 'print-30', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('structure-unused', '33', 'reviewed', 'print-33', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('tax-status-unknown', '18', 'flagged', 'print-18', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('taxable-and-deferred', '14', 'flagged', 'print-14', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('tiers-faulty', '28', NULL, 'print-28', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('tiers-rise', '31', 'waived', 'print-31', 'Agreed', '2027-01-31', 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "review_mark" VALUES ('trade-lists-conflict', '4', NULL, 'print-4', NULL, NULL, 'A note', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "structure_retired" VALUES ('12', 'pat', '2026-11-20T12:00:00.000Z');
INSERT INTO "rate_ceiling" VALUES (1, '1.50');
INSERT INTO "visit" VALUES (1, '2026-11-20T08:00:00.000Z', '2026-11-20T13:00:00.000Z');
INSERT INTO "favorite" VALUES ('accounts', '0', '2026-11-20T14:02:00.000Z');
INSERT INTO "favorite" VALUES ('advisorCodes', '2', '2026-11-20T14:06:00.000Z');
INSERT INTO "favorite" VALUES ('assetAdjustments', '4', '2026-11-20T14:10:00.000Z');
INSERT INTO "favorite" VALUES ('benchmarks', '9', '2026-11-20T14:20:00.000Z');
INSERT INTO "favorite" VALUES ('billingGroups', '3', '2026-11-20T14:08:00.000Z');
INSERT INTO "favorite" VALUES ('billingMinimums', '12', '2026-11-20T14:26:00.000Z');
INSERT INTO "favorite" VALUES ('billingSplits', '13', '2026-11-20T14:28:00.000Z');
INSERT INTO "favorite" VALUES ('feeStructures', '5', '2026-11-20T14:12:00.000Z');
INSERT INTO "favorite" VALUES ('feeUploadFiles', '6', '2026-11-20T14:14:00.000Z');
INSERT INTO "favorite" VALUES ('firms', '8', '2026-11-20T14:18:00.000Z');
INSERT INTO "favorite" VALUES ('households', '7', '2026-11-20T14:16:00.000Z');
INSERT INTO "favorite" VALUES ('investmentModels', '11', '2026-11-20T14:24:00.000Z');
INSERT INTO "favorite" VALUES ('legacyMappings', '14', '2026-11-20T14:30:00.000Z');
INSERT INTO "favorite" VALUES ('relatedPersons', '1', '2026-11-20T14:04:00.000Z');
INSERT INTO "favorite" VALUES ('targetAllocations', '10', '2026-11-20T14:22:00.000Z');
INSERT INTO "recent" VALUES ('accounts', '100', '2026-11-20T14:03:00.000Z');
INSERT INTO "recent" VALUES ('advisorCodes', '102', '2026-11-20T14:07:00.000Z');
INSERT INTO "recent" VALUES ('assetAdjustments', '104', '2026-11-20T14:11:00.000Z');
INSERT INTO "recent" VALUES ('benchmarks', '109', '2026-11-20T14:21:00.000Z');
INSERT INTO "recent" VALUES ('billingGroups', '103', '2026-11-20T14:09:00.000Z');
INSERT INTO "recent" VALUES ('billingMinimums', '112', '2026-11-20T14:27:00.000Z');
INSERT INTO "recent" VALUES ('billingSplits', '113', '2026-11-20T14:29:00.000Z');
INSERT INTO "recent" VALUES ('feeStructures', '105', '2026-11-20T14:13:00.000Z');
INSERT INTO "recent" VALUES ('feeUploadFiles', '106', '2026-11-20T14:15:00.000Z');
INSERT INTO "recent" VALUES ('firms', '108', '2026-11-20T14:19:00.000Z');
INSERT INTO "recent" VALUES ('households', '107', '2026-11-20T14:17:00.000Z');
INSERT INTO "recent" VALUES ('investmentModels', '111', '2026-11-20T14:25:00.000Z');
INSERT INTO "recent" VALUES ('legacyMappings', '114', '2026-11-20T14:31:00.000Z');
INSERT INTO "recent" VALUES ('relatedPersons', '101', '2026-11-20T14:05:00.000Z');
INSERT INTO "recent" VALUES ('targetAllocations', '110', '2026-11-20T14:23:00.000Z');
INSERT INTO "fee_file_result" VALUES ('40', 'cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd', '2026-11-20T12:00:00.000Z', '2026-09-30', 'agrees', '[{"custodian":"schwab","sum":"1.50"}]');
INSERT INTO "fee_file_result" VALUES ('41', '1111111111111111111111111111111111111111111111111111111111111111', '2026-11-20T12:00:00.000Z', '2026-09-30', 'differs', '[{"custodian":"schwab","sum":"1.50"}]');
INSERT INTO "fee_file_result" VALUES ('42', '2222222222222222222222222222222222222222222222222222222222222222', '2026-11-20T12:00:00.000Z', '2026-09-30', 'skipped', '[{"custodian":"schwab","sum":"1.50"}]');
INSERT INTO "fee_file_auto" VALUES (1);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000046', 1, 'skipped', '{"code":"no-id"}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000047', 0, 'done', NULL, '["9007199254740993"]', 1);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000047', 1, 'skipped', '{"code":"no-id"}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000048', 0, 'done', NULL, '["9007199254740993"]', 1);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000048', 1, 'skipped', '{"code":"no-id"}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000049', 0, 'done', NULL, '["9007199254740993"]', 1);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000049', 1, 'skipped', '{"code":"no-id"}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000050', 0, 'done', NULL, '["9007199254740993"]', 1);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000050', 1, 'skipped', '{"code":"no-id"}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000051', 0, 'done', NULL, '["9007199254740993"]', 1);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000051', 1, 'skipped', '{"code":"no-id"}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000052', 0, 'done', NULL, '["9007199254740993"]', 1);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000052', 1, 'skipped', '{"code":"no-id"}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000053', 0, 'done', NULL, '["9007199254740993"]', 1);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000053', 1, 'skipped', '{"code":"no-id"}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000054', 0, 'done', NULL, '["9007199254740993"]', 1);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000054', 1, 'skipped', '{"code":"no-id"}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000055', 0, 'done', NULL, '["9007199254740993"]', 1);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000055', 1, 'skipped', '{"code":"no-id"}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000056', 0, 'done', NULL, '["9007199254740993"]', 1);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000056', 1, 'skipped', '{"code":"no-id"}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000057', 0, 'done', NULL, '["9007199254740993"]', 1);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000057', 1, 'skipped', '{"code":"no-id"}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000058', 0, 'done', NULL, '["9007199254740993"]', 1);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000058', 1, 'skipped', '{"code":"no-id"}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000059', 0, 'done', NULL, '["9007199254740993"]', 1);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000059', 1, 'skipped', '{"code":"no-id"}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000060', 0, 'done', NULL, '["9007199254740993"]', 1);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000060', 1, 'skipped', '{"code":"no-id"}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000061', 0, 'done', NULL, '["9007199254740993"]', 1);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000061', 1, 'skipped', '{"code":"no-id"}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000062', 0, 'done', NULL, '["9007199254740993"]', 1);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000062', 1, 'skipped', '{"code":"no-id"}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 0, 'done', NULL, '["5"]', 1);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 1, 'refused', '{"code":"other-values","fields":{"nickname":null}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 2, 'conflict', '{"code":"other-values","fields":{"nickname":null}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 3, 'not-taken', '{"code":"other-values","fields":{"nickname":null}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 4, 'unknown', '{"code":"other-values","fields":{"nickname":null}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 5, 'refused', '{"code":"found","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 6, 'refused', '{"code":"unnamed","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 7, 'refused', '{"code":"message","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 8, 'refused', '{"code":"so-already","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 9, 'refused', '{"code":"refused-together","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 10, 'refused', '{"code":"created-incomplete","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 11, 'refused', '{"code":"offline","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 12, 'refused', '{"code":"wrong-address","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 13, 'refused', '{"code":"not-answering","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 14, 'refused', '{"code":"proxy-login","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 15, 'refused', '{"code":"proxy-unreachable","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 16, 'refused', '{"code":"proxy-refused","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 17, 'refused', '{"code":"page-instead","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 18, 'refused', '{"code":"certificate","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 19, 'refused', '{"code":"tls-failed","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 20, 'refused', '{"code":"needs-https","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 21, 'refused', '{"code":"redirected","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 22, 'refused', '{"code":"timeout","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 23, 'refused', '{"code":"credential-refused","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 24, 'refused', '{"code":"credential-unusable","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 25, 'refused', '{"code":"not-allowed","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 26, 'refused', '{"code":"read-only","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 27, 'refused', '{"code":"not-found","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 28, 'refused', '{"code":"part-absent","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 29, 'refused', '{"code":"refused","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 30, 'refused', '{"code":"conflict","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 31, 'refused', '{"code":"changed-since","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 32, 'refused', '{"code":"busy","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 33, 'refused', '{"code":"service-broken","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 34, 'refused', '{"code":"not-the-service","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 35, 'refused', '{"code":"odd-answer","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 36, 'refused', '{"code":"endless-list","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 37, 'refused', '{"code":"too-big","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 38, 'refused', '{"code":"cut-short","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 39, 'refused', '{"code":"unknown-outcome","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 40, 'refused', '{"code":"canceled","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 41, 'refused', '{"code":"keychain-absent","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 42, 'refused', '{"code":"keychain-locked","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 43, 'refused', '{"code":"keychain-denied","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 44, 'refused', '{"code":"screen-locked","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 45, 'refused', '{"code":"app-locked","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 46, 'refused', '{"code":"cache-unreadable","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 47, 'refused', '{"code":"cache-renewed","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 48, 'refused', '{"code":"workspace-unreadable","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 49, 'refused', '{"code":"workspace-lost","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 50, 'refused', '{"code":"history-unreadable","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 51, 'refused', '{"code":"seal-broken","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 52, 'refused', '{"code":"backup-failed","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 53, 'refused', '{"code":"backup-unreadable","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 54, 'refused', '{"code":"recovery-refused","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 55, 'refused', '{"code":"newer-data","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 56, 'refused', '{"code":"disk-full","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 57, 'refused', '{"code":"disk-not-written","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 58, 'refused', '{"code":"disk-not-read","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 59, 'refused', '{"code":"file-not-saved","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 60, 'refused', '{"code":"file-unreadable","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 61, 'refused', '{"code":"archive-damaged","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 62, 'refused', '{"code":"too-large","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 63, 'refused', '{"code":"took-too-long","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 64, 'refused', '{"code":"engine-lost","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 65, 'refused', '{"code":"no-connection","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 66, 'refused', '{"code":"unexpected","reasons":["No."],"facts":{"id":"7"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000063', 67, 'skipped', '{"code":"so-already","facts":{"field":"nickname"}}', NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000064', 0, 'unknown', NULL, NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000064', 1, 'done', NULL, '["8"]', 1);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000064', 2, 'not-sent', NULL, NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000064', 3, 'not-sent', NULL, NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000064', 4, 'not-sent', NULL, NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000064', 5, 'not-sent', NULL, NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000064', 6, 'not-sent', NULL, NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000064', 7, 'not-sent', NULL, NULL, NULL);
INSERT INTO "job_told" VALUES ('00000000-0000-4000-8000-000000000064', 8, 'not-sent', NULL, NULL, NULL);
INSERT INTO "job_asked" VALUES ('00000000-0000-4000-8000-000000000063', 69, 69);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000046', 0, '{"key":"1","title":"Row 1","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000046', 1, '{"key":"2","title":"Row 2","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000047', 0, '{"key":"1","title":"Row 1","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000047', 1, '{"key":"2","title":"Row 2","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000048', 0, '{"key":"1","title":"Row 1","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000048', 1, '{"key":"2","title":"Row 2","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000049', 0, '{"key":"1","title":"Row 1","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000049', 1, '{"key":"2","title":"Row 2","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000050', 0, '{"key":"1","title":"Row 1","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000050', 1, '{"key":"2","title":"Row 2","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000051', 0, '{"key":"1","title":"Row 1","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000051', 1, '{"key":"2","title":"Row 2","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000052', 0, '{"key":"1","title":"Row 1","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000052', 1, '{"key":"2","title":"Row 2","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000053', 0, '{"key":"1","title":"Row 1","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000053', 1, '{"key":"2","title":"Row 2","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000054', 0, '{"key":"1","title":"Row 1","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000054', 1, '{"key":"2","title":"Row 2","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000055', 0, '{"key":"1","title":"Row 1","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000055', 1, '{"key":"2","title":"Row 2","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000056', 0, '{"key":"1","title":"Row 1","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000056', 1, '{"key":"2","title":"Row 2","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000057', 0, '{"key":"1","title":"Row 1","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000057', 1, '{"key":"2","title":"Row 2","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000058', 0, '{"key":"1","title":"Row 1","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000058', 1, '{"key":"2","title":"Row 2","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000059', 0, '{"key":"1","title":"Row 1","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000059', 1, '{"key":"2","title":"Row 2","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000060', 0, '{"key":"1","title":"Row 1","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000060', 1, '{"key":"2","title":"Row 2","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000061', 0, '{"key":"1","title":"Row 1","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000061', 1, '{"key":"2","title":"Row 2","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000062', 0, '{"key":"1","title":"Row 1","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000062', 1, '{"key":"2","title":"Row 2","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 0, '{"key":"0","title":"Row 0","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 1, '{"key":"1","title":"Row 1","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 2, '{"key":"2","title":"Row 2","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 3, '{"key":"3","title":"Row 3","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 4, '{"key":"4","title":"Row 4","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 5, '{"key":"100","title":"Row 100","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 6, '{"key":"101","title":"Row 101","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 7, '{"key":"102","title":"Row 102","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 8, '{"key":"103","title":"Row 103","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 9, '{"key":"104","title":"Row 104","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 10, '{"key":"105","title":"Row 105","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 11, '{"key":"106","title":"Row 106","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 12, '{"key":"107","title":"Row 107","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 13, '{"key":"108","title":"Row 108","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 14, '{"key":"109","title":"Row 109","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 15, '{"key":"110","title":"Row 110","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 16, '{"key":"111","title":"Row 111","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 17, '{"key":"112","title":"Row 112","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 18, '{"key":"113","title":"Row 113","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 19, '{"key":"114","title":"Row 114","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 20, '{"key":"115","title":"Row 115","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 21, '{"key":"116","title":"Row 116","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 22, '{"key":"117","title":"Row 117","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 23, '{"key":"118","title":"Row 118","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 24, '{"key":"119","title":"Row 119","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 25, '{"key":"120","title":"Row 120","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 26, '{"key":"121","title":"Row 121","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 27, '{"key":"122","title":"Row 122","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 28, '{"key":"123","title":"Row 123","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 29, '{"key":"124","title":"Row 124","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 30, '{"key":"125","title":"Row 125","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 31, '{"key":"126","title":"Row 126","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 32, '{"key":"127","title":"Row 127","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 33, '{"key":"128","title":"Row 128","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 34, '{"key":"129","title":"Row 129","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 35, '{"key":"130","title":"Row 130","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 36, '{"key":"131","title":"Row 131","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 37, '{"key":"132","title":"Row 132","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 38, '{"key":"133","title":"Row 133","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 39, '{"key":"134","title":"Row 134","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 40, '{"key":"135","title":"Row 135","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 41, '{"key":"136","title":"Row 136","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 42, '{"key":"137","title":"Row 137","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 43, '{"key":"138","title":"Row 138","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 44, '{"key":"139","title":"Row 139","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 45, '{"key":"140","title":"Row 140","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 46, '{"key":"141","title":"Row 141","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 47, '{"key":"142","title":"Row 142","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 48, '{"key":"143","title":"Row 143","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 49, '{"key":"144","title":"Row 144","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 50, '{"key":"145","title":"Row 145","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 51, '{"key":"146","title":"Row 146","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 52, '{"key":"147","title":"Row 147","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 53, '{"key":"148","title":"Row 148","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 54, '{"key":"149","title":"Row 149","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 55, '{"key":"150","title":"Row 150","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 56, '{"key":"151","title":"Row 151","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 57, '{"key":"152","title":"Row 152","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 58, '{"key":"153","title":"Row 153","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 59, '{"key":"154","title":"Row 154","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 60, '{"key":"155","title":"Row 155","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 61, '{"key":"156","title":"Row 156","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 62, '{"key":"157","title":"Row 157","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 63, '{"key":"158","title":"Row 158","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 64, '{"key":"159","title":"Row 159","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 65, '{"key":"160","title":"Row 160","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 66, '{"key":"161","title":"Row 161","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 67, '{"key":"900","title":"Row 900","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 68, '{"key":"901","title":"Row 901","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', '{"code":"shared-code"}');
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000063', 69, '{"key":"902","title":"Row 902","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000064', 0, '{"key":"0","title":"Row 0","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000064', 1, '{"key":"1","title":"Row 1","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000064', 2, '{"key":"2","title":"Row 2","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000064', 3, '{"key":"3","title":"Row 3","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000064', 4, '{"key":"4","title":"Row 4","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000064', 5, '{"key":"5","title":"Row 5","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000064', 6, '{"key":"6","title":"Row 6","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000064', 7, '{"key":"7","title":"Row 7","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
INSERT INTO "job_row" VALUES ('00000000-0000-4000-8000-000000000064', 8, '{"key":"8","title":"Row 8","subtitle":"Sub","line":null,"fields":[{"field":"nickname","before":"\"A\"","after":"\"B\""}]}', NULL);
CREATE INDEX activity_of ON activity (of);
CREATE TRIGGER activity_stays BEFORE UPDATE ON activity BEGIN SELECT RAISE (ABORT, 'append only'); END;
CREATE TRIGGER activity_remains BEFORE DELETE ON activity BEGIN SELECT RAISE (ABORT, 'append only'); END;
CREATE INDEX roi_code_code ON roi_code (code);
CREATE INDEX reconciliation_file ON reconciliation (file);
CREATE TRIGGER reconciliation_stays BEFORE UPDATE ON reconciliation BEGIN SELECT RAISE (ABORT, 'sealed'); END;
CREATE TRIGGER reconciliation_remains BEFORE DELETE ON reconciliation BEGIN SELECT RAISE (ABORT, 'sealed'); END;
CREATE INDEX fee_file_saved_of ON fee_file_saved (file_id);
CREATE INDEX draft_row_state ON draft_row (draft, state, at);
CREATE INDEX draft_row_key ON draft_row (key);
CREATE INDEX roi_request_replaces ON roi_request (replaces) WHERE replaces IS NOT NULL;
CREATE INDEX roi_draft_replaces ON roi_draft (replaces) WHERE replaces IS NOT NULL;
CREATE INDEX roi_note_request ON roi_note (request);
CREATE INDEX job_told_open ON job_told (job, state, at) WHERE state <> 'done';
PRAGMA user_version = 21;
