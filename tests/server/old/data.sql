BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0004');
CREATE TABLE events (
	table_id VARCHAR(32) NOT NULL, 
	seq INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	body BLOB NOT NULL, 
	PRIMARY KEY (table_id, seq)
);
INSERT INTO "events" VALUES('Y2KmJfhdhBRZquTg',1,1794821398.356,CAST('{"what":"created","game":"wampum","options":{"removal":"german"},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"natural","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"friend"}],"listed":true,"invite":"qL9s37NTkGVQvXC0"}' AS BLOB));
INSERT INTO "events" VALUES('Y2KmJfhdhBRZquTg',2,1794821398.375,CAST('{"what":"chatted","person":"00dFfqekXDXtMVXP","name":"guest 0","text":"Anybody?"}' AS BLOB));
INSERT INTO "events" VALUES('hV9ObCSaDujxFXtc',1,1794821398.401,CAST('{"what":"created","game":"wampum","options":{"removal":"german"},"settings":{"clock":{"kind":"days","days":30},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"instant","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"friend"}]}' AS BLOB));
INSERT INTO "events" VALUES('hV9ObCSaDujxFXtc',2,1794821398.415,CAST('{"what":"sat","seat":1,"person":"ddH0VXzuJkLktpAS","name":"guest 1"}' AS BLOB));
INSERT INTO "events" VALUES('hV9ObCSaDujxFXtc',3,1794821399.139,CAST('{"what":"started","deal":{"first":0,"removed":["corn","furs","tobacco","weapons","spirits"],"deck":["weapons","tobacco","weapons","corn","tobacco","corn","weapons","tobacco","furs","corn","corn","furs","spirits","weapons","weapons","weapons","weapons","weapons","furs","tobacco","furs","furs","furs","spirits","furs","furs","weapons","spirits","tobacco","spirits","weapons","furs","tobacco","spirits","weapons","weapons","tobacco","tobacco","spirits","spirits","spirits","corn","corn","furs","tobacco","tobacco","weapons","corn","furs","tobacco","tobacco","weapons","tobacco","spirits","spirits","tobacco","corn","weapons","spirits","corn","spirits","furs","tobacco","corn","furs","furs","corn","corn","corn","corn","tobacco","corn","spirits","furs","corn","furs","furs","spirits","spirits","weapons","weapons","tobacco","corn","spirits","spirits"]},"salt":"a3f7a90da293e68988891721b3ac14f3","rated":true}' AS BLOB));
INSERT INTO "events" VALUES('hV9ObCSaDujxFXtc',4,1794821399.24,CAST('{"what":"moved","seat":0,"move":"bid 2 CTTW","person":"00dFfqekXDXtMVXP","id":"m1"}' AS BLOB));
INSERT INTO "events" VALUES('hV9ObCSaDujxFXtc',5,1794821399.276,CAST('{"what":"moved","seat":1,"move":"bid 3 CW","person":"ddH0VXzuJkLktpAS","id":"m2"}' AS BLOB));
INSERT INTO "events" VALUES('hV9ObCSaDujxFXtc',6,1794821399.288,CAST('{"what":"moved","seat":0,"move":"bid 3 TWW","person":"00dFfqekXDXtMVXP","id":"m3"}' AS BLOB));
INSERT INTO "events" VALUES('hV9ObCSaDujxFXtc',7,1794821399.294,CAST('{"what":"moved","seat":1,"move":"bid 2 WW","person":"ddH0VXzuJkLktpAS","id":"m4"}' AS BLOB));
INSERT INTO "events" VALUES('hV9ObCSaDujxFXtc',8,1794821399.302,CAST('{"what":"moved","seat":1,"move":"discard CFT","person":"ddH0VXzuJkLktpAS","id":"m5"}' AS BLOB));
INSERT INTO "events" VALUES('hV9ObCSaDujxFXtc',9,1794821399.308,CAST('{"what":"moved","seat":0,"move":"bid 1 FF","person":"00dFfqekXDXtMVXP","id":"m6"}' AS BLOB));
INSERT INTO "events" VALUES('hV9ObCSaDujxFXtc',10,1794821399.318,CAST('{"what":"moved","seat":1,"move":"bid 1 CFFTTWWS","person":"ddH0VXzuJkLktpAS","id":"m7"}' AS BLOB));
INSERT INTO "events" VALUES('hV9ObCSaDujxFXtc',11,1794821399.335,CAST('{"what":"chatted","person":"00dFfqekXDXtMVXP","name":"guest 0","text":"guest 0 says „wampum“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('hV9ObCSaDujxFXtc',12,1794821399.348,CAST('{"what":"chatted","person":"ddH0VXzuJkLktpAS","name":"guest 1","text":"guest 1 says „wampum“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('hV9ObCSaDujxFXtc',13,1794821399.357,CAST('{"what":"asked","request":"pause","seat":0,"person":"00dFfqekXDXtMVXP"}' AS BLOB));
INSERT INTO "events" VALUES('BjxEtJhPWk9cJaSo',1,1794821399.374,CAST('{"what":"created","game":"wampum","options":{"removal":"german"},"settings":{"clock":{"kind":"total","seconds":86400,"increment":5},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"instant","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"friend"}]}' AS BLOB));
INSERT INTO "events" VALUES('BjxEtJhPWk9cJaSo',2,1794821399.393,CAST('{"what":"sat","seat":1,"person":"ddH0VXzuJkLktpAS","name":"guest 1"}' AS BLOB));
INSERT INTO "events" VALUES('BjxEtJhPWk9cJaSo',3,1794821399.405,CAST('{"what":"started","deal":{"first":1,"removed":["corn","furs","tobacco","weapons","spirits"],"deck":["furs","spirits","weapons","weapons","spirits","furs","weapons","tobacco","tobacco","corn","corn","corn","furs","corn","corn","furs","corn","weapons","corn","furs","weapons","furs","weapons","furs","tobacco","corn","corn","spirits","tobacco","furs","spirits","corn","tobacco","spirits","weapons","furs","tobacco","furs","spirits","spirits","spirits","weapons","tobacco","weapons","weapons","corn","furs","weapons","tobacco","spirits","furs","spirits","weapons","tobacco","spirits","tobacco","corn","weapons","weapons","weapons","tobacco","furs","tobacco","furs","furs","spirits","weapons","corn","spirits","spirits","corn","spirits","tobacco","weapons","furs","corn","furs","spirits","tobacco","spirits","tobacco","tobacco","corn","tobacco","corn"]},"salt":"0d4c32a98cc1edb88f76c14fe7ee610d","rated":true}' AS BLOB));
INSERT INTO "events" VALUES('BjxEtJhPWk9cJaSo',4,1794821399.431,CAST('{"what":"moved","seat":1,"move":"bid 2 WS","person":"ddH0VXzuJkLktpAS","id":"m1"}' AS BLOB));
INSERT INTO "events" VALUES('BjxEtJhPWk9cJaSo',5,1794821399.442,CAST('{"what":"moved","seat":0,"move":"bid 1 C","person":"00dFfqekXDXtMVXP","id":"m2"}' AS BLOB));
INSERT INTO "events" VALUES('BjxEtJhPWk9cJaSo',6,1794821399.458,CAST('{"what":"chatted","person":"00dFfqekXDXtMVXP","name":"guest 0","text":"guest 0 says „wampum“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('BjxEtJhPWk9cJaSo',7,1794821399.469,CAST('{"what":"chatted","person":"ddH0VXzuJkLktpAS","name":"guest 1","text":"guest 1 says „wampum“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('BjxEtJhPWk9cJaSo',8,1794821399.481,CAST('{"what":"asked","request":"pause","seat":0,"person":"00dFfqekXDXtMVXP"}' AS BLOB));
INSERT INTO "events" VALUES('BjxEtJhPWk9cJaSo',9,1794821399.493,CAST('{"what":"answered","person":"ddH0VXzuJkLktpAS","agree":true}' AS BLOB));
INSERT INTO "events" VALUES('BjxEtJhPWk9cJaSo',10,1794821399.511,CAST('{"what":"resumed","person":"ddH0VXzuJkLktpAS"}' AS BLOB));
INSERT INTO "events" VALUES('BjxEtJhPWk9cJaSo',11,1794821399.53,CAST('{"what":"asked","request":"pause","seat":0,"person":"00dFfqekXDXtMVXP"}' AS BLOB));
INSERT INTO "events" VALUES('BjxEtJhPWk9cJaSo',12,1794821399.541,CAST('{"what":"answered","person":"ddH0VXzuJkLktpAS","agree":true}' AS BLOB));
INSERT INTO "events" VALUES('R7Hx89gfmiKEn9W1',1,1794821399.558,CAST('{"what":"created","game":"wampum","options":{"removal":"german"},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"instant","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"friend"}]}' AS BLOB));
INSERT INTO "events" VALUES('R7Hx89gfmiKEn9W1',2,1794821399.569,CAST('{"what":"sat","seat":1,"person":"ddH0VXzuJkLktpAS","name":"guest 1"}' AS BLOB));
INSERT INTO "events" VALUES('R7Hx89gfmiKEn9W1',3,1794821399.578,CAST('{"what":"started","deal":{"first":0,"removed":["corn","furs","tobacco","weapons","spirits"],"deck":["corn","tobacco","spirits","spirits","tobacco","tobacco","corn","spirits","spirits","spirits","corn","corn","spirits","spirits","weapons","spirits","tobacco","furs","spirits","tobacco","furs","furs","spirits","spirits","corn","corn","tobacco","tobacco","weapons","weapons","tobacco","furs","corn","spirits","corn","weapons","tobacco","weapons","spirits","weapons","furs","tobacco","corn","spirits","furs","tobacco","corn","corn","tobacco","tobacco","weapons","corn","furs","weapons","weapons","furs","tobacco","furs","tobacco","spirits","spirits","weapons","furs","corn","weapons","corn","furs","corn","furs","corn","furs","furs","spirits","weapons","corn","tobacco","weapons","weapons","weapons","furs","furs","weapons","furs","weapons","tobacco"]},"salt":"233ab671d88485bf5eca8e206b65b33e","rated":true}' AS BLOB));
INSERT INTO "events" VALUES('R7Hx89gfmiKEn9W1',4,1794821399.593,CAST('{"what":"moved","seat":0,"move":"bid 3 CT","person":"00dFfqekXDXtMVXP","id":"m1"}' AS BLOB));
INSERT INTO "events" VALUES('R7Hx89gfmiKEn9W1',5,1794821399.608,CAST('{"what":"moved","seat":1,"move":"bid 1 CTSSS","person":"ddH0VXzuJkLktpAS","id":"m2"}' AS BLOB));
INSERT INTO "events" VALUES('R7Hx89gfmiKEn9W1',6,1794821399.615,CAST('{"what":"moved","seat":1,"move":"bid 1 C","person":"ddH0VXzuJkLktpAS","id":"m3"}' AS BLOB));
INSERT INTO "events" VALUES('R7Hx89gfmiKEn9W1',7,1794821399.623,CAST('{"what":"moved","seat":0,"move":"bid 2 FTTSSSS","person":"00dFfqekXDXtMVXP","id":"m4"}' AS BLOB));
INSERT INTO "events" VALUES('R7Hx89gfmiKEn9W1',8,1794821399.635,CAST('{"what":"chatted","person":"00dFfqekXDXtMVXP","name":"guest 0","text":"guest 0 says „wampum“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('R7Hx89gfmiKEn9W1',9,1794821399.65,CAST('{"what":"chatted","person":"ddH0VXzuJkLktpAS","name":"guest 1","text":"guest 1 says „wampum“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('R7Hx89gfmiKEn9W1',10,1794821399.686,CAST('{"what":"asked","request":"undo","seat":0,"person":"00dFfqekXDXtMVXP"}' AS BLOB));
INSERT INTO "events" VALUES('R7Hx89gfmiKEn9W1',11,1794821399.707,CAST('{"what":"answered","person":"ddH0VXzuJkLktpAS","agree":false}' AS BLOB));
INSERT INTO "events" VALUES('R7Hx89gfmiKEn9W1',12,1794821399.735,CAST('{"what":"asked","request":"undo","seat":1,"person":"ddH0VXzuJkLktpAS"}' AS BLOB));
INSERT INTO "events" VALUES('R7Hx89gfmiKEn9W1',13,1794821399.76,CAST('{"what":"answered","person":"00dFfqekXDXtMVXP","agree":false}' AS BLOB));
INSERT INTO "events" VALUES('R7Hx89gfmiKEn9W1',14,1794821399.793,CAST('{"what":"asked","request":"undo","seat":0,"person":"00dFfqekXDXtMVXP"}' AS BLOB));
INSERT INTO "events" VALUES('R7Hx89gfmiKEn9W1',15,1794821399.82,CAST('{"what":"answered","person":"ddH0VXzuJkLktpAS","agree":true}' AS BLOB));
INSERT INTO "events" VALUES('R7Hx89gfmiKEn9W1',16,1794821399.849,CAST('{"what":"asked","request":"undo","seat":1,"person":"ddH0VXzuJkLktpAS"}' AS BLOB));
INSERT INTO "events" VALUES('R7Hx89gfmiKEn9W1',17,1794821399.873,CAST('{"what":"answered","person":"00dFfqekXDXtMVXP","agree":true}' AS BLOB));
INSERT INTO "events" VALUES('lYWcsIkwLRHhZKxR',1,1794821399.888,CAST('{"what":"created","game":"wampum","options":{"removal":"german"},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":false,"spectators":true,"forced_moves":true,"memory":false,"pace":"instant","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"friend"}]}' AS BLOB));
INSERT INTO "events" VALUES('lYWcsIkwLRHhZKxR',2,1794821399.905,CAST('{"what":"sat","seat":1,"person":"ddH0VXzuJkLktpAS","name":"guest 1"}' AS BLOB));
INSERT INTO "events" VALUES('lYWcsIkwLRHhZKxR',3,1794821399.917,CAST('{"what":"started","deal":{"first":0,"removed":["corn","furs","tobacco","weapons","spirits"],"deck":["spirits","tobacco","furs","furs","furs","spirits","tobacco","corn","furs","weapons","corn","tobacco","spirits","furs","spirits","weapons","corn","tobacco","furs","tobacco","weapons","corn","furs","tobacco","corn","spirits","spirits","spirits","corn","spirits","furs","weapons","spirits","weapons","weapons","weapons","corn","tobacco","tobacco","tobacco","tobacco","corn","spirits","weapons","corn","spirits","corn","spirits","furs","weapons","furs","furs","tobacco","tobacco","furs","corn","furs","tobacco","tobacco","corn","tobacco","spirits","weapons","furs","spirits","furs","weapons","tobacco","furs","weapons","corn","spirits","spirits","furs","weapons","weapons","corn","corn","corn","tobacco","weapons","spirits","weapons","weapons","corn"]},"salt":"8afc42f25f3b5ab57a74b401fd11f102","rated":false}' AS BLOB));
INSERT INTO "events" VALUES('lYWcsIkwLRHhZKxR',4,1794821399.94,CAST('{"what":"moved","seat":0,"move":"bid 1 FFFTS","person":"00dFfqekXDXtMVXP","id":"m1"}' AS BLOB));
INSERT INTO "events" VALUES('lYWcsIkwLRHhZKxR',5,1794821399.949,CAST('{"what":"moved","seat":1,"move":"bid 2 FTW","person":"ddH0VXzuJkLktpAS","id":"m2"}' AS BLOB));
INSERT INTO "events" VALUES('lYWcsIkwLRHhZKxR',6,1794821399.963,CAST('{"what":"chatted","person":"00dFfqekXDXtMVXP","name":"guest 0","text":"guest 0 says „wampum“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('lYWcsIkwLRHhZKxR',7,1794821399.974,CAST('{"what":"chatted","person":"ddH0VXzuJkLktpAS","name":"guest 1","text":"guest 1 says „wampum“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('lYWcsIkwLRHhZKxR',8,1794821399.989,CAST('{"what":"handed","seat":0,"level":"beginner","reason":"asked"}' AS BLOB));
INSERT INTO "events" VALUES('lYWcsIkwLRHhZKxR',9,1794821400.029,CAST('{"what":"handed","seat":0,"level":null,"reason":"back"}' AS BLOB));
INSERT INTO "events" VALUES('EK51t9GrWsE2c0h5',1,1794821400.078,CAST('{"what":"created","game":"wampum","options":{"removal":"german"},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"instant","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"friend"}]}' AS BLOB));
INSERT INTO "events" VALUES('EK51t9GrWsE2c0h5',2,1794821400.117,CAST('{"what":"sat","seat":1,"person":"ddH0VXzuJkLktpAS","name":"guest 1"}' AS BLOB));
INSERT INTO "events" VALUES('EK51t9GrWsE2c0h5',3,1794821400.161,CAST('{"what":"started","deal":{"first":0,"removed":["corn","furs","tobacco","weapons","spirits"],"deck":["furs","spirits","spirits","corn","spirits","corn","corn","furs","weapons","tobacco","weapons","spirits","weapons","furs","weapons","corn","corn","tobacco","corn","corn","spirits","furs","spirits","tobacco","furs","weapons","spirits","tobacco","furs","furs","tobacco","tobacco","corn","furs","tobacco","tobacco","spirits","furs","tobacco","furs","corn","corn","spirits","weapons","tobacco","weapons","corn","furs","weapons","weapons","furs","corn","spirits","tobacco","weapons","corn","weapons","furs","corn","tobacco","corn","tobacco","tobacco","weapons","spirits","spirits","spirits","spirits","tobacco","weapons","weapons","corn","furs","spirits","furs","furs","corn","weapons","weapons","tobacco","spirits","weapons","spirits","tobacco","furs"]},"salt":"43725e4f670b74925250503901dcd34a","rated":true}' AS BLOB));
INSERT INTO "events" VALUES('EK51t9GrWsE2c0h5',4,1794821400.198,CAST('{"what":"moved","seat":0,"move":"bid 1 SS","person":"00dFfqekXDXtMVXP","id":"m1"}' AS BLOB));
INSERT INTO "events" VALUES('EK51t9GrWsE2c0h5',5,1794821400.22,CAST('{"what":"moved","seat":1,"move":"bid 1 CCFW","person":"ddH0VXzuJkLktpAS","id":"m2"}' AS BLOB));
INSERT INTO "events" VALUES('EK51t9GrWsE2c0h5',6,1794821400.223,CAST('{"what":"moved","seat":0,"move":"go 2","person":"00dFfqekXDXtMVXP","id":"m3"}' AS BLOB));
INSERT INTO "events" VALUES('EK51t9GrWsE2c0h5',7,1794821400.239,CAST('{"what":"chatted","person":"00dFfqekXDXtMVXP","name":"guest 0","text":"guest 0 says „wampum“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('EK51t9GrWsE2c0h5',8,1794821400.254,CAST('{"what":"chatted","person":"ddH0VXzuJkLktpAS","name":"guest 1","text":"guest 1 says „wampum“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('EK51t9GrWsE2c0h5',9,1794821400.27,CAST('{"what":"forfeited","seat":1,"reason":"resigned"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',1,1794821400.358,CAST('{"what":"created","game":"wampum","options":{"removal":"german"},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"instant","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"bot","level":"random"}]}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',2,1794821400.377,CAST('{"what":"started","deal":{"first":1,"removed":["corn","furs","tobacco","weapons","spirits"],"deck":["spirits","tobacco","spirits","furs","spirits","spirits","furs","spirits","weapons","tobacco","corn","furs","furs","furs","corn","weapons","furs","tobacco","weapons","furs","tobacco","corn","corn","spirits","weapons","spirits","furs","furs","corn","weapons","spirits","tobacco","corn","tobacco","tobacco","corn","furs","tobacco","furs","corn","weapons","corn","tobacco","furs","weapons","furs","weapons","tobacco","weapons","weapons","furs","tobacco","tobacco","spirits","weapons","weapons","spirits","corn","weapons","tobacco","weapons","spirits","spirits","tobacco","corn","tobacco","tobacco","furs","corn","spirits","weapons","corn","corn","spirits","weapons","weapons","furs","furs","spirits","corn","tobacco","spirits","corn","corn","spirits"]},"salt":"e78ae59d18851bb3c247516d49662db7","rated":false}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',3,1794821400.418,CAST('{"what":"moved","seat":1,"move":"bid 3 F","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',4,1794821400.441,CAST('{"what":"moved","seat":0,"move":"bid 2 FTSS","person":"00dFfqekXDXtMVXP","id":"guest 0-1"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',5,1794821400.447,CAST('{"what":"moved","seat":0,"move":"bid 3 CFFFTW","person":"00dFfqekXDXtMVXP","id":"guest 0-2"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',6,1794821400.451,CAST('{"what":"moved","seat":1,"move":"bid 1 CFTTWS","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',7,1794821400.46,CAST('{"what":"moved","seat":0,"move":"bid 1 F","person":"00dFfqekXDXtMVXP","id":"guest 0-3"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',8,1794821400.462,CAST('{"what":"moved","seat":1,"move":"bid 2 F","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',9,1794821400.477,CAST('{"what":"moved","seat":1,"move":"discard FTTWWSS","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',10,1794821400.485,CAST('{"what":"moved","seat":0,"move":"bid 1 CFFTTWS","person":"00dFfqekXDXtMVXP","id":"guest 0-4"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',11,1794821400.486,CAST('{"what":"moved","seat":1,"move":"bid 2 CCW","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',12,1794821400.52,CAST('{"what":"moved","seat":0,"move":"bid 2 TT","person":"00dFfqekXDXtMVXP","id":"guest 0-5"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',13,1794821400.523,CAST('{"what":"moved","seat":1,"move":"bid 3 TSSSS","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',14,1794821400.526,CAST('{"what":"moved","seat":1,"move":"bid 3 CCCFFFFTTWW","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',15,1794821400.537,CAST('{"what":"moved","seat":0,"move":"bid 2 CFFWS","person":"00dFfqekXDXtMVXP","id":"guest 0-6"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',16,1794821400.539,CAST('{"what":"moved","seat":1,"move":"bid 1 CCFFFWWSSSS","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',17,1794821400.551,CAST('{"what":"moved","seat":0,"move":"bid 3 TTT","person":"00dFfqekXDXtMVXP","id":"guest 0-7"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',18,1794821400.554,CAST('{"what":"moved","seat":1,"move":"bid 2 FFWW","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',19,1794821400.561,CAST('{"what":"moved","seat":0,"move":"bid 1 FFW","person":"00dFfqekXDXtMVXP","id":"guest 0-8"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',20,1794821400.565,CAST('{"what":"moved","seat":1,"move":"discard TTTWS","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',21,1794821400.568,CAST('{"what":"moved","seat":0,"move":"discard CCCFFTTTW","person":"00dFfqekXDXtMVXP","id":"guest 0-9"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',22,1794821400.571,CAST('{"what":"moved","seat":1,"move":"bid 1 CCFT","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',23,1794821400.578,CAST('{"what":"moved","seat":0,"move":"bid 2 CCCCFFWWWSSS","person":"00dFfqekXDXtMVXP","id":"guest 0-10"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',24,1794821400.585,CAST('{"what":"moved","seat":0,"move":"bid 1 FWS","person":"00dFfqekXDXtMVXP","id":"guest 0-11"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',25,1794821400.586,CAST('{"what":"moved","seat":1,"move":"bid 1 FFTWWSSS","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',26,1794821400.597,CAST('{"what":"moved","seat":0,"move":"go 3","person":"00dFfqekXDXtMVXP","id":"guest 0-12"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',27,1794821400.601,CAST('{"what":"moved","seat":1,"move":"bid 2 CFFWSSSS","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',28,1794821400.613,CAST('{"what":"moved","seat":0,"move":"bid 1 CCFFFWW","person":"00dFfqekXDXtMVXP","id":"guest 0-13"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',29,1794821400.616,CAST('{"what":"moved","seat":1,"move":"bid 3 FFTWWWWWSS","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('6gzfXV7iAR3GtXm6',30,1794821400.628,CAST('{"what":"moved","seat":0,"move":"bid 2 FFFTWWSS","person":"00dFfqekXDXtMVXP","id":"guest 0-14"}' AS BLOB));
INSERT INTO "events" VALUES('iuxumGXJKi3ITPx7',1,1794821400.679,CAST('{"what":"created","game":"wampum","options":{"removal":"german"},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"instant","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"bot","level":"random"}]}' AS BLOB));
INSERT INTO "events" VALUES('iuxumGXJKi3ITPx7',2,1794821400.692,CAST('{"what":"started","deal":{"first":0,"removed":["corn","furs","tobacco","weapons","spirits"],"deck":["corn","tobacco","weapons","weapons","spirits","spirits","tobacco","weapons","furs","weapons","tobacco","furs","corn","corn","corn","tobacco","tobacco","spirits","weapons","tobacco","corn","furs","weapons","corn","tobacco","corn","tobacco","spirits","tobacco","furs","weapons","corn","weapons","furs","tobacco","weapons","spirits","weapons","spirits","spirits","weapons","weapons","spirits","tobacco","spirits","spirits","furs","tobacco","furs","furs","furs","corn","tobacco","furs","tobacco","furs","furs","tobacco","corn","furs","corn","weapons","weapons","spirits","spirits","corn","weapons","spirits","corn","furs","tobacco","spirits","weapons","corn","corn","spirits","weapons","corn","furs","furs","corn","tobacco","furs","spirits","spirits"]},"salt":"2b3dac9cad070eb32d84fdbc40dc1abd","rated":false}' AS BLOB));
INSERT INTO "events" VALUES('iuxumGXJKi3ITPx7',3,1794821400.718,CAST('{"what":"closed","person":"00dFfqekXDXtMVXP"}' AS BLOB));
INSERT INTO "events" VALUES('jEXQ5q03E2twHBsC',1,1794821400.772,CAST('{"what":"created","game":"wampum","options":{"removal":"german"},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"natural","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"bot","name":"guest","level":"casual"},{"kind":"bot","name":"bot:random","level":"casual"}],"imported":true}' AS BLOB));
INSERT INTO "events" VALUES('jEXQ5q03E2twHBsC',2,1794821400.775,CAST('{"what":"started","deal":{"first":1,"removed":["corn","furs","tobacco","weapons","spirits"],"deck":["spirits","tobacco","spirits","furs","spirits","spirits","furs","spirits","weapons","tobacco","corn","furs","furs","furs","corn","weapons","furs","tobacco","weapons","furs","tobacco","corn","corn","spirits","weapons","spirits","furs","furs","corn","weapons","spirits","tobacco","corn","tobacco","tobacco","corn","furs","tobacco","furs","corn","weapons","corn","tobacco","furs","weapons","furs","weapons","tobacco","weapons","weapons","furs","tobacco","tobacco","spirits","weapons","weapons","spirits","corn","weapons","tobacco","weapons","spirits","spirits","tobacco","corn","tobacco","tobacco","furs","corn","spirits","weapons","corn","corn","spirits","weapons","weapons","furs","furs","spirits","corn","tobacco","spirits","corn","corn","spirits"]},"salt":"e78ae59d18851bb3c247516d49662db7","moves":[[1,"bid 3 F"],[0,"bid 2 FTSS"],[0,"bid 3 CFFFTW"],[1,"bid 1 CFTTWS"],[0,"bid 1 F"],[1,"bid 2 F"],[1,"discard FTTWWSS"],[0,"bid 1 CFFTTWS"],[1,"bid 2 CCW"],[0,"bid 2 TT"],[1,"bid 3 TSSSS"],[1,"bid 3 CCCFFFFTTWW"],[0,"bid 2 CFFWS"],[1,"bid 1 CCFFFWWSSSS"],[0,"bid 3 TTT"],[1,"bid 2 FFWW"],[0,"bid 1 FFW"],[1,"discard TTTWS"],[0,"discard CCCFFTTTW"],[1,"bid 1 CCFT"],[0,"bid 2 CCCCFFWWWSSS"],[0,"bid 1 FWS"],[1,"bid 1 FFTWWSSS"],[0,"go 3"],[1,"bid 2 CFFWSSSS"],[0,"bid 1 CCFFFWW"],[1,"bid 3 FFTWWWWWSS"],[0,"bid 2 FFFTWWSS"]],"rated":false}' AS BLOB));
INSERT INTO "events" VALUES('h6oobkXfBSs4W5Je',1,1794821400.812,CAST('{"what":"created","game":"wampum","options":{"removal":"german"},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"natural","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"bot","level":"casual"}]}' AS BLOB));
INSERT INTO "events" VALUES('h6oobkXfBSs4W5Je',2,1794821400.818,CAST('{"what":"started","deal":{"first":1,"removed":["corn","furs","tobacco","weapons","spirits"],"deck":["spirits","tobacco","spirits","furs","spirits","spirits","furs","spirits","weapons","tobacco","corn","furs","furs","furs","corn","weapons","furs","tobacco","weapons","furs","tobacco","corn","corn","spirits","weapons","spirits","furs","furs","corn","weapons","spirits","tobacco","corn","tobacco","tobacco","corn","furs","tobacco","furs","corn","weapons","corn","tobacco","furs","weapons","furs","weapons","tobacco","weapons","weapons","furs","tobacco","tobacco","spirits","weapons","weapons","spirits","corn","weapons","tobacco","weapons","spirits","spirits","tobacco","corn","tobacco","tobacco","furs","corn","spirits","weapons","corn","corn","spirits","weapons","weapons","furs","furs","spirits","corn","tobacco","spirits","corn","corn","spirits"]},"salt":"ce06dead7b53ed771ee459fb3c207138","moves":[[1,"bid 3 F"],[0,"bid 2 FTSS"],[0,"bid 3 CFFFTW"]],"rated":false}' AS BLOB));
INSERT INTO "events" VALUES('WzYgUdjwon5DWmmK',1,1794821400.875,CAST('{"what":"created","game":"wampum","options":{"removal":"german"},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"instant","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"ddH0VXzuJkLktpAS","name":"guest 1"},{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"}],"rematch_of":"EK51t9GrWsE2c0h5"}' AS BLOB));
INSERT INTO "events" VALUES('EK51t9GrWsE2c0h5',10,1794821400.897,CAST('{"what":"rematch","table":"WzYgUdjwon5DWmmK"}' AS BLOB));
INSERT INTO "events" VALUES('xU4vvp2tONYY5KfG',1,1794821401.476,CAST('{"what":"created","game":"wigwam","options":{"setup":"alternate","continuation":"optional","forced_capture":"enforce"},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"natural","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"friend"}],"listed":true,"invite":"8JdcwYQRwm7P8kWT"}' AS BLOB));
INSERT INTO "events" VALUES('xU4vvp2tONYY5KfG',2,1794821401.549,CAST('{"what":"chatted","person":"00dFfqekXDXtMVXP","name":"guest 0","text":"Anybody?"}' AS BLOB));
INSERT INTO "events" VALUES('6aWdEwVjksfnM5BI',1,1794821401.591,CAST('{"what":"created","game":"wigwam","options":{"setup":"alternate","continuation":"optional","forced_capture":"enforce"},"settings":{"clock":{"kind":"days","days":30},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"instant","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"friend"}]}' AS BLOB));
INSERT INTO "events" VALUES('6aWdEwVjksfnM5BI',2,1794821401.641,CAST('{"what":"sat","seat":1,"person":"ddH0VXzuJkLktpAS","name":"guest 1"}' AS BLOB));
INSERT INTO "events" VALUES('6aWdEwVjksfnM5BI',3,1794821401.719,CAST('{"what":"started","deal":{},"salt":"d14137f708b9b921c6de02b74a56420f","rated":true}' AS BLOB));
INSERT INTO "events" VALUES('6aWdEwVjksfnM5BI',4,1794821402.094,CAST('{"what":"moved","seat":0,"move":"W@d3","person":"00dFfqekXDXtMVXP","id":"m1"}' AS BLOB));
INSERT INTO "events" VALUES('6aWdEwVjksfnM5BI',5,1794821402.146,CAST('{"what":"moved","seat":1,"move":"W@e6","person":"ddH0VXzuJkLktpAS","id":"m2"}' AS BLOB));
INSERT INTO "events" VALUES('6aWdEwVjksfnM5BI',6,1794821402.149,CAST('{"what":"moved","seat":0,"move":"W@e2","person":"00dFfqekXDXtMVXP","id":"m3"}' AS BLOB));
INSERT INTO "events" VALUES('6aWdEwVjksfnM5BI',7,1794821402.161,CAST('{"what":"moved","seat":1,"move":"C@f4","person":"ddH0VXzuJkLktpAS","id":"m4"}' AS BLOB));
INSERT INTO "events" VALUES('6aWdEwVjksfnM5BI',8,1794821402.176,CAST('{"what":"moved","seat":0,"move":"T@f2","person":"00dFfqekXDXtMVXP","id":"m5"}' AS BLOB));
INSERT INTO "events" VALUES('6aWdEwVjksfnM5BI',9,1794821402.194,CAST('{"what":"moved","seat":1,"move":"W@e5","person":"ddH0VXzuJkLktpAS","id":"m6"}' AS BLOB));
INSERT INTO "events" VALUES('6aWdEwVjksfnM5BI',10,1794821402.208,CAST('{"what":"moved","seat":0,"move":"T@e1","person":"00dFfqekXDXtMVXP","id":"m7"}' AS BLOB));
INSERT INTO "events" VALUES('6aWdEwVjksfnM5BI',11,1794821402.247,CAST('{"what":"chatted","person":"00dFfqekXDXtMVXP","name":"guest 0","text":"guest 0 says „wigwam“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('6aWdEwVjksfnM5BI',12,1794821402.277,CAST('{"what":"chatted","person":"ddH0VXzuJkLktpAS","name":"guest 1","text":"guest 1 says „wigwam“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('6aWdEwVjksfnM5BI',13,1794821402.302,CAST('{"what":"asked","request":"pause","seat":0,"person":"00dFfqekXDXtMVXP"}' AS BLOB));
INSERT INTO "events" VALUES('3AEldOcsET0VX327',1,1794821402.337,CAST('{"what":"created","game":"wigwam","options":{"setup":"alternate","continuation":"optional","forced_capture":"enforce"},"settings":{"clock":{"kind":"total","seconds":86400,"increment":5},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"instant","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"friend"}]}' AS BLOB));
INSERT INTO "events" VALUES('3AEldOcsET0VX327',2,1794821402.38,CAST('{"what":"sat","seat":1,"person":"ddH0VXzuJkLktpAS","name":"guest 1"}' AS BLOB));
INSERT INTO "events" VALUES('3AEldOcsET0VX327',3,1794821402.431,CAST('{"what":"started","deal":{},"salt":"940481e07b2ce103b3b441ce71d3f79f","rated":true}' AS BLOB));
INSERT INTO "events" VALUES('3AEldOcsET0VX327',4,1794821402.496,CAST('{"what":"moved","seat":0,"move":"T@d2","person":"00dFfqekXDXtMVXP","id":"m1"}' AS BLOB));
INSERT INTO "events" VALUES('3AEldOcsET0VX327',5,1794821402.501,CAST('{"what":"moved","seat":1,"move":"C@d7","person":"ddH0VXzuJkLktpAS","id":"m2"}' AS BLOB));
INSERT INTO "events" VALUES('3AEldOcsET0VX327',6,1794821402.53,CAST('{"what":"chatted","person":"00dFfqekXDXtMVXP","name":"guest 0","text":"guest 0 says „wigwam“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('3AEldOcsET0VX327',7,1794821402.554,CAST('{"what":"chatted","person":"ddH0VXzuJkLktpAS","name":"guest 1","text":"guest 1 says „wigwam“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('3AEldOcsET0VX327',8,1794821402.575,CAST('{"what":"asked","request":"pause","seat":0,"person":"00dFfqekXDXtMVXP"}' AS BLOB));
INSERT INTO "events" VALUES('3AEldOcsET0VX327',9,1794821402.608,CAST('{"what":"answered","person":"ddH0VXzuJkLktpAS","agree":true}' AS BLOB));
INSERT INTO "events" VALUES('3AEldOcsET0VX327',10,1794821402.614,CAST('{"what":"resumed","person":"ddH0VXzuJkLktpAS"}' AS BLOB));
INSERT INTO "events" VALUES('3AEldOcsET0VX327',11,1794821402.636,CAST('{"what":"asked","request":"pause","seat":0,"person":"00dFfqekXDXtMVXP"}' AS BLOB));
INSERT INTO "events" VALUES('3AEldOcsET0VX327',12,1794821402.655,CAST('{"what":"answered","person":"ddH0VXzuJkLktpAS","agree":true}' AS BLOB));
INSERT INTO "events" VALUES('M4wuHzvY43g98oHg',1,1794821402.709,CAST('{"what":"created","game":"wigwam","options":{"setup":"alternate","continuation":"optional","forced_capture":"enforce"},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"instant","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"friend"}]}' AS BLOB));
INSERT INTO "events" VALUES('M4wuHzvY43g98oHg',2,1794821402.758,CAST('{"what":"sat","seat":1,"person":"ddH0VXzuJkLktpAS","name":"guest 1"}' AS BLOB));
INSERT INTO "events" VALUES('M4wuHzvY43g98oHg',3,1794821402.778,CAST('{"what":"started","deal":{},"salt":"d4a40782bf12c7e0b88c8b899aeb3fd7","rated":true}' AS BLOB));
INSERT INTO "events" VALUES('M4wuHzvY43g98oHg',4,1794821402.857,CAST('{"what":"moved","seat":0,"move":"T@c1","person":"00dFfqekXDXtMVXP","id":"m1"}' AS BLOB));
INSERT INTO "events" VALUES('M4wuHzvY43g98oHg',5,1794821402.86,CAST('{"what":"moved","seat":1,"move":"W@b5","person":"ddH0VXzuJkLktpAS","id":"m2"}' AS BLOB));
INSERT INTO "events" VALUES('M4wuHzvY43g98oHg',6,1794821402.87,CAST('{"what":"moved","seat":0,"move":"C@b1","person":"00dFfqekXDXtMVXP","id":"m3"}' AS BLOB));
INSERT INTO "events" VALUES('M4wuHzvY43g98oHg',7,1794821402.893,CAST('{"what":"moved","seat":1,"move":"T@d7","person":"ddH0VXzuJkLktpAS","id":"m4"}' AS BLOB));
INSERT INTO "events" VALUES('M4wuHzvY43g98oHg',8,1794821402.929,CAST('{"what":"chatted","person":"00dFfqekXDXtMVXP","name":"guest 0","text":"guest 0 says „wigwam“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('M4wuHzvY43g98oHg',9,1794821402.941,CAST('{"what":"chatted","person":"ddH0VXzuJkLktpAS","name":"guest 1","text":"guest 1 says „wigwam“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('M4wuHzvY43g98oHg',10,1794821402.965,CAST('{"what":"asked","request":"undo","seat":0,"person":"00dFfqekXDXtMVXP"}' AS BLOB));
INSERT INTO "events" VALUES('M4wuHzvY43g98oHg',11,1794821402.992,CAST('{"what":"answered","person":"ddH0VXzuJkLktpAS","agree":false}' AS BLOB));
INSERT INTO "events" VALUES('M4wuHzvY43g98oHg',12,1794821403.021,CAST('{"what":"asked","request":"undo","seat":1,"person":"ddH0VXzuJkLktpAS"}' AS BLOB));
INSERT INTO "events" VALUES('M4wuHzvY43g98oHg',13,1794821403.046,CAST('{"what":"answered","person":"00dFfqekXDXtMVXP","agree":false}' AS BLOB));
INSERT INTO "events" VALUES('M4wuHzvY43g98oHg',14,1794821403.091,CAST('{"what":"asked","request":"undo","seat":0,"person":"00dFfqekXDXtMVXP"}' AS BLOB));
INSERT INTO "events" VALUES('M4wuHzvY43g98oHg',15,1794821403.124,CAST('{"what":"answered","person":"ddH0VXzuJkLktpAS","agree":true}' AS BLOB));
INSERT INTO "events" VALUES('M4wuHzvY43g98oHg',16,1794821403.161,CAST('{"what":"asked","request":"undo","seat":1,"person":"ddH0VXzuJkLktpAS"}' AS BLOB));
INSERT INTO "events" VALUES('M4wuHzvY43g98oHg',17,1794821403.193,CAST('{"what":"answered","person":"00dFfqekXDXtMVXP","agree":true}' AS BLOB));
INSERT INTO "events" VALUES('nMuxPlIrgv6AIr4p',1,1794821403.206,CAST('{"what":"created","game":"wigwam","options":{"setup":"alternate","continuation":"optional","forced_capture":"enforce"},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":false,"spectators":true,"forced_moves":true,"memory":false,"pace":"instant","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"friend"}]}' AS BLOB));
INSERT INTO "events" VALUES('nMuxPlIrgv6AIr4p',2,1794821403.229,CAST('{"what":"sat","seat":1,"person":"ddH0VXzuJkLktpAS","name":"guest 1"}' AS BLOB));
INSERT INTO "events" VALUES('nMuxPlIrgv6AIr4p',3,1794821403.245,CAST('{"what":"started","deal":{},"salt":"eaf807eaac00938e9dd0fd45484aad18","rated":false}' AS BLOB));
INSERT INTO "events" VALUES('nMuxPlIrgv6AIr4p',4,1794821403.293,CAST('{"what":"moved","seat":0,"move":"W@d1","person":"00dFfqekXDXtMVXP","id":"m1"}' AS BLOB));
INSERT INTO "events" VALUES('nMuxPlIrgv6AIr4p',5,1794821403.297,CAST('{"what":"moved","seat":1,"move":"T@b4","person":"ddH0VXzuJkLktpAS","id":"m2"}' AS BLOB));
INSERT INTO "events" VALUES('nMuxPlIrgv6AIr4p',6,1794821403.309,CAST('{"what":"chatted","person":"00dFfqekXDXtMVXP","name":"guest 0","text":"guest 0 says „wigwam“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('nMuxPlIrgv6AIr4p',7,1794821403.326,CAST('{"what":"chatted","person":"ddH0VXzuJkLktpAS","name":"guest 1","text":"guest 1 says „wigwam“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('nMuxPlIrgv6AIr4p',8,1794821403.365,CAST('{"what":"handed","seat":0,"level":"beginner","reason":"asked"}' AS BLOB));
INSERT INTO "events" VALUES('nMuxPlIrgv6AIr4p',9,1794821403.389,CAST('{"what":"handed","seat":0,"level":null,"reason":"back"}' AS BLOB));
INSERT INTO "events" VALUES('WdIdJAHWWskR0yNi',1,1794821403.431,CAST('{"what":"created","game":"wigwam","options":{"setup":"alternate","continuation":"optional","forced_capture":"enforce"},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"instant","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"friend"}]}' AS BLOB));
INSERT INTO "events" VALUES('WdIdJAHWWskR0yNi',2,1794821403.462,CAST('{"what":"sat","seat":1,"person":"ddH0VXzuJkLktpAS","name":"guest 1"}' AS BLOB));
INSERT INTO "events" VALUES('WdIdJAHWWskR0yNi',3,1794821403.513,CAST('{"what":"started","deal":{},"salt":"f175b2f824ad00dd105f695a73593740","rated":true}' AS BLOB));
INSERT INTO "events" VALUES('WdIdJAHWWskR0yNi',4,1794821403.554,CAST('{"what":"moved","seat":0,"move":"C@c1","person":"00dFfqekXDXtMVXP","id":"m1"}' AS BLOB));
INSERT INTO "events" VALUES('WdIdJAHWWskR0yNi',5,1794821403.572,CAST('{"what":"moved","seat":1,"move":"C@f4","person":"ddH0VXzuJkLktpAS","id":"m2"}' AS BLOB));
INSERT INTO "events" VALUES('WdIdJAHWWskR0yNi',6,1794821403.6,CAST('{"what":"moved","seat":0,"move":"W@e1","person":"00dFfqekXDXtMVXP","id":"m3"}' AS BLOB));
INSERT INTO "events" VALUES('WdIdJAHWWskR0yNi',7,1794821403.641,CAST('{"what":"chatted","person":"00dFfqekXDXtMVXP","name":"guest 0","text":"guest 0 says „wigwam“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('WdIdJAHWWskR0yNi',8,1794821403.653,CAST('{"what":"chatted","person":"ddH0VXzuJkLktpAS","name":"guest 1","text":"guest 1 says „wigwam“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('WdIdJAHWWskR0yNi',9,1794821403.671,CAST('{"what":"forfeited","seat":1,"reason":"resigned"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',1,1794821403.722,CAST('{"what":"created","game":"wigwam","options":{"setup":"alternate","continuation":"optional","forced_capture":"enforce"},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"instant","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"bot","level":"random"}]}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',2,1794821403.732,CAST('{"what":"started","deal":{},"salt":"81719f3122d14de3f7239ce9d7eefbf8","rated":false}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',3,1794821403.773,CAST('{"what":"moved","seat":0,"move":"W@d1","person":"00dFfqekXDXtMVXP","id":"guest 0-1"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',4,1794821403.794,CAST('{"what":"moved","seat":1,"move":"W@b4","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',5,1794821403.8,CAST('{"what":"moved","seat":0,"move":"W@b1","person":"00dFfqekXDXtMVXP","id":"guest 0-2"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',6,1794821403.801,CAST('{"what":"moved","seat":1,"move":"W@e6","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',7,1794821403.818,CAST('{"what":"moved","seat":0,"move":"T@e2","person":"00dFfqekXDXtMVXP","id":"guest 0-3"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',8,1794821403.819,CAST('{"what":"moved","seat":1,"move":"C@b5","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',9,1794821403.834,CAST('{"what":"moved","seat":0,"move":"T@f2","person":"00dFfqekXDXtMVXP","id":"guest 0-4"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',10,1794821403.835,CAST('{"what":"moved","seat":1,"move":"T@d6","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',11,1794821403.842,CAST('{"what":"moved","seat":0,"move":"W@c2","person":"00dFfqekXDXtMVXP","id":"guest 0-5"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',12,1794821403.843,CAST('{"what":"moved","seat":1,"move":"W@c5","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',13,1794821403.852,CAST('{"what":"moved","seat":0,"move":"C@b2","person":"00dFfqekXDXtMVXP","id":"guest 0-6"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',14,1794821403.862,CAST('{"what":"moved","seat":1,"move":"T@e5","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',15,1794821403.864,CAST('{"what":"moved","seat":0,"move":"W@c1","person":"00dFfqekXDXtMVXP","id":"guest 0-7"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',16,1794821403.868,CAST('{"what":"moved","seat":1,"move":"W@f4","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',17,1794821403.876,CAST('{"what":"moved","seat":0,"move":"T@d3","person":"00dFfqekXDXtMVXP","id":"guest 0-8"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',18,1794821403.878,CAST('{"what":"moved","seat":1,"move":"T@d5","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',19,1794821403.884,CAST('{"what":"moved","seat":0,"move":"W@d2","person":"00dFfqekXDXtMVXP","id":"guest 0-9"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',20,1794821403.885,CAST('{"what":"moved","seat":1,"move":"W@c6","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',21,1794821403.894,CAST('{"what":"moved","seat":0,"move":"W@e1","person":"00dFfqekXDXtMVXP","id":"guest 0-10"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',22,1794821403.896,CAST('{"what":"moved","seat":1,"move":"W@f5","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',23,1794821403.905,CAST('{"what":"moved","seat":0,"move":"W@f1","by":"forced"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',24,1794821403.907,CAST('{"what":"moved","seat":1,"move":"W@d7","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',25,1794821403.933,CAST('{"what":"moved","seat":0,"move":"f1-g1","person":"00dFfqekXDXtMVXP","id":"guest 0-11"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',26,1794821403.936,CAST('{"what":"moved","seat":1,"move":"b4-a3","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',27,1794821403.941,CAST('{"what":"moved","seat":0,"move":"b2-a1","person":"00dFfqekXDXtMVXP","id":"guest 0-12"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',28,1794821403.944,CAST('{"what":"moved","seat":1,"move":"d5-d4","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',29,1794821403.947,CAST('{"what":"moved","seat":0,"move":"g1-g2","person":"00dFfqekXDXtMVXP","id":"guest 0-13"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',30,1794821403.957,CAST('{"what":"moved","seat":1,"move":"c5-d5","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',31,1794821403.959,CAST('{"what":"moved","seat":0,"move":"a1-c3","person":"00dFfqekXDXtMVXP","id":"guest 0-14"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',32,1794821403.963,CAST('{"what":"moved","seat":1,"move":"f4-g3","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',33,1794821403.992,CAST('{"what":"moved","seat":0,"move":"g2xg3-g4","by":"forced"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',34,1794821403.995,CAST('{"what":"moved","seat":1,"move":"e5-e4","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',35,1794821404.0,CAST('{"what":"moved","seat":0,"move":"b1-a1","person":"00dFfqekXDXtMVXP","id":"guest 0-15"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',36,1794821404.003,CAST('{"what":"moved","seat":1,"move":"b5-a4","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',37,1794821404.007,CAST('{"what":"moved","seat":0,"move":"g4-f4","person":"00dFfqekXDXtMVXP","id":"guest 0-16"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',38,1794821404.01,CAST('{"what":"moved","seat":1,"move":"f5xf4-f3","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',39,1794821404.015,CAST('{"what":"moved","seat":0,"move":"c1-b1","person":"00dFfqekXDXtMVXP","id":"guest 0-17"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',40,1794821404.019,CAST('{"what":"moved","seat":1,"move":"e4-e5","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',41,1794821404.023,CAST('{"what":"moved","seat":0,"move":"d1-c1","person":"00dFfqekXDXtMVXP","id":"guest 0-18"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',42,1794821404.026,CAST('{"what":"moved","seat":1,"move":"d6-c5","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',43,1794821404.031,CAST('{"what":"moved","seat":0,"move":"f2-e3","person":"00dFfqekXDXtMVXP","id":"guest 0-19"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',44,1794821404.035,CAST('{"what":"moved","seat":1,"move":"c5-c4","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',45,1794821404.039,CAST('{"what":"moved","seat":0,"move":"e2-f1","person":"00dFfqekXDXtMVXP","id":"guest 0-20"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',46,1794821404.043,CAST('{"what":"moved","seat":1,"move":"a3-b3","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',47,1794821404.047,CAST('{"what":"moved","seat":0,"move":"c3xb3-a3","person":"00dFfqekXDXtMVXP","id":"guest 0-21"}' AS BLOB));
INSERT INTO "events" VALUES('lphjHnvC2nI6upz9',48,1794821404.051,CAST('{"what":"moved","seat":1,"move":"a4xa3-b3","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('oqyczhpZMOmCKn3v',1,1794821404.068,CAST('{"what":"created","game":"wigwam","options":{"setup":"alternate","continuation":"optional","forced_capture":"enforce"},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"instant","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"bot","level":"random"}]}' AS BLOB));
INSERT INTO "events" VALUES('oqyczhpZMOmCKn3v',2,1794821404.073,CAST('{"what":"started","deal":{},"salt":"84f51fd8f72e4013efa69b5ab11c43a5","rated":false}' AS BLOB));
INSERT INTO "events" VALUES('oqyczhpZMOmCKn3v',3,1794821404.081,CAST('{"what":"closed","person":"00dFfqekXDXtMVXP"}' AS BLOB));
INSERT INTO "events" VALUES('aEmPTflncutOlLdq',1,1794821404.101,CAST('{"what":"created","game":"wigwam","options":{"setup":"alternate","continuation":"optional","forced_capture":"enforce"},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"natural","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"bot","name":"guest","level":"casual"},{"kind":"bot","name":"bot:random","level":"casual"}],"imported":true}' AS BLOB));
INSERT INTO "events" VALUES('aEmPTflncutOlLdq',2,1794821404.104,CAST('{"what":"started","deal":{},"salt":"81719f3122d14de3f7239ce9d7eefbf8","moves":[[0,"W@d1"],[1,"W@b4"],[0,"W@b1"],[1,"W@e6"],[0,"T@e2"],[1,"C@b5"],[0,"T@f2"],[1,"T@d6"],[0,"W@c2"],[1,"W@c5"],[0,"C@b2"],[1,"T@e5"],[0,"W@c1"],[1,"W@f4"],[0,"T@d3"],[1,"T@d5"],[0,"W@d2"],[1,"W@c6"],[0,"W@e1"],[1,"W@f5"],[0,"W@f1"],[1,"W@d7"],[0,"f1-g1"],[1,"b4-a3"],[0,"b2-a1"],[1,"d5-d4"],[0,"g1-g2"],[1,"c5-d5"],[0,"a1-c3"],[1,"f4-g3"],[0,"g2xg3-g4"],[1,"e5-e4"],[0,"b1-a1"],[1,"b5-a4"],[0,"g4-f4"],[1,"f5xf4-f3"],[0,"c1-b1"],[1,"e4-e5"],[0,"d1-c1"],[1,"d6-c5"],[0,"f2-e3"],[1,"c5-c4"],[0,"e2-f1"],[1,"a3-b3"],[0,"c3xb3-a3"],[1,"a4xa3-b3"]],"rated":false}' AS BLOB));
INSERT INTO "events" VALUES('KuthTos9DaPasxIu',1,1794821404.116,CAST('{"what":"created","game":"wigwam","options":{"setup":"alternate","continuation":"optional","forced_capture":"enforce"},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"natural","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"bot","level":"casual"}]}' AS BLOB));
INSERT INTO "events" VALUES('KuthTos9DaPasxIu',2,1794821404.119,CAST('{"what":"started","deal":{},"salt":"4a9a5f33da09eac8a94424418841c366","moves":[[0,"W@d1"],[1,"W@b4"],[0,"W@b1"]],"rated":false}' AS BLOB));
INSERT INTO "events" VALUES('jOIzqnkkmHU3OIKC',1,1794821404.13,CAST('{"what":"created","game":"wigwam","options":{"setup":"alternate","continuation":"optional","forced_capture":"enforce"},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"instant","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"ddH0VXzuJkLktpAS","name":"guest 1"},{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"}],"rematch_of":"WdIdJAHWWskR0yNi"}' AS BLOB));
INSERT INTO "events" VALUES('WdIdJAHWWskR0yNi',10,1794821404.152,CAST('{"what":"rematch","table":"jOIzqnkkmHU3OIKC"}' AS BLOB));
INSERT INTO "events" VALUES('HiKCvgjHVWjgFdqC',1,1794821404.174,CAST('{"what":"created","game":"amul","options":{"tea":false},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"natural","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"friend"},{"kind":"open"}],"listed":true,"invite":"xf5xVYKULmYac0vu"}' AS BLOB));
INSERT INTO "events" VALUES('HiKCvgjHVWjgFdqC',2,1794821404.201,CAST('{"what":"chatted","person":"00dFfqekXDXtMVXP","name":"guest 0","text":"Anybody?"}' AS BLOB));
INSERT INTO "events" VALUES('HiKCvgjHVWjgFdqC',3,1794821404.225,CAST('{"what":"sat","seat":2,"person":"ddH0VXzuJkLktpAS","name":"guest 1"}' AS BLOB));
INSERT INTO "events" VALUES('HiKCvgjHVWjgFdqC',4,1794821404.244,CAST('{"what":"stood","seat":2,"person":"ddH0VXzuJkLktpAS"}' AS BLOB));
INSERT INTO "events" VALUES('4mBzcSt1nNWwJPgM',1,1794821404.268,CAST('{"what":"created","game":"amul","options":{"tea":false},"settings":{"clock":{"kind":"days","days":30},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"instant","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"friend"},{"kind":"bot","level":"random"}]}' AS BLOB));
INSERT INTO "events" VALUES('4mBzcSt1nNWwJPgM',2,1794821404.285,CAST('{"what":"sat","seat":1,"person":"ddH0VXzuJkLktpAS","name":"guest 1"}' AS BLOB));
INSERT INTO "events" VALUES('4mBzcSt1nNWwJPgM',3,1794821404.457,CAST('{"what":"started","deal":{"first":0,"deck":["gold","lamp","opium","mongol_sword.B","silver","lamp","camel","carpet","gold","arab_guard.F","gold","silver","carpet","mongol_merchant","mongol_caravan","camel","arab_caravan","camel","arab_merchant","contract","arab_sword.A","arab_artifact","arab_merchant","spices","mongol_artifact","carpet","mongol_guard.E","gold","silver","contract","spices","gold_smuggler","mongol_guard.D","trading_house","arab_guard.C","oil","camel","looter.K","spices","mongol_merchant","spices","oil","camel","porcelain","silver","porcelain","camel","spice_trader","contract","porcelain","thief"]},"salt":"3e02a60a94ae8c00e5f7355b687a6413","rated":false}' AS BLOB));
INSERT INTO "events" VALUES('4mBzcSt1nNWwJPgM',4,1794821404.753,CAST('{"what":"moved","seat":2,"move":"offer gold","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('4mBzcSt1nNWwJPgM',5,1794821404.817,CAST('{"what":"moved","seat":0,"move":"offer gold","person":"00dFfqekXDXtMVXP","id":"m1"}' AS BLOB));
INSERT INTO "events" VALUES('4mBzcSt1nNWwJPgM',6,1794821404.838,CAST('{"what":"moved","seat":1,"move":"offer lamp","person":"ddH0VXzuJkLktpAS","id":"m2"}' AS BLOB));
INSERT INTO "events" VALUES('4mBzcSt1nNWwJPgM',7,1794821404.844,CAST('{"what":"moved","seat":0,"move":"pick gold","person":"00dFfqekXDXtMVXP","id":"m3"}' AS BLOB));
INSERT INTO "events" VALUES('4mBzcSt1nNWwJPgM',8,1794821404.847,CAST('{"what":"moved","seat":1,"move":"pick gold","person":"ddH0VXzuJkLktpAS","id":"m4"}' AS BLOB));
INSERT INTO "events" VALUES('4mBzcSt1nNWwJPgM',9,1794821404.854,CAST('{"what":"moved","seat":2,"move":"pick lamp","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('4mBzcSt1nNWwJPgM',10,1794821404.864,CAST('{"what":"moved","seat":2,"move":"play camel","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('4mBzcSt1nNWwJPgM',11,1794821404.876,CAST('{"what":"moved","seat":0,"move":"play silver","person":"00dFfqekXDXtMVXP","id":"m5"}' AS BLOB));
INSERT INTO "events" VALUES('4mBzcSt1nNWwJPgM',12,1794821404.891,CAST('{"what":"moved","seat":1,"move":"play gold","person":"ddH0VXzuJkLktpAS","id":"m6"}' AS BLOB));
INSERT INTO "events" VALUES('4mBzcSt1nNWwJPgM',13,1794821404.905,CAST('{"what":"moved","seat":2,"move":"offer arab_sword.A","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('4mBzcSt1nNWwJPgM',14,1794821404.915,CAST('{"what":"moved","seat":0,"move":"offer mongol_sword.B","person":"00dFfqekXDXtMVXP","id":"m7"}' AS BLOB));
INSERT INTO "events" VALUES('4mBzcSt1nNWwJPgM',15,1794821404.999,CAST('{"what":"chatted","person":"00dFfqekXDXtMVXP","name":"guest 0","text":"guest 0 says „amul“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('4mBzcSt1nNWwJPgM',16,1794821405.011,CAST('{"what":"chatted","person":"ddH0VXzuJkLktpAS","name":"guest 1","text":"guest 1 says „amul“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('h6oobkXfBSs4W5Je',3,1794821405.02,CAST('{"what":"moved","seat":1,"move":"bid 2 FW","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('4mBzcSt1nNWwJPgM',17,1794821405.025,CAST('{"what":"asked","request":"pause","seat":0,"person":"00dFfqekXDXtMVXP"}' AS BLOB));
INSERT INTO "events" VALUES('cOZSj2bdhaAfyA34',1,1794821405.037,CAST('{"what":"created","game":"amul","options":{"tea":false},"settings":{"clock":{"kind":"total","seconds":86400,"increment":5},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"instant","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"friend"},{"kind":"bot","level":"random"}]}' AS BLOB));
INSERT INTO "events" VALUES('cOZSj2bdhaAfyA34',2,1794821405.052,CAST('{"what":"sat","seat":1,"person":"ddH0VXzuJkLktpAS","name":"guest 1"}' AS BLOB));
INSERT INTO "events" VALUES('cOZSj2bdhaAfyA34',3,1794821405.067,CAST('{"what":"started","deal":{"first":2,"deck":["camel","spices","carpet","spices","gold_smuggler","spice_trader","contract","gold","arab_caravan","trading_house","lamp","camel","porcelain","contract","silver","gold","arab_guard.F","camel","camel","mongol_caravan","contract","opium","oil","arab_merchant","gold","mongol_merchant","arab_guard.C","carpet","porcelain","oil","lamp","mongol_artifact","camel","spices","mongol_guard.E","camel","mongol_guard.D","silver","arab_sword.A","silver","arab_artifact","mongol_merchant","spices","mongol_sword.B","thief","porcelain","carpet","looter.K","silver","arab_merchant","gold"]},"salt":"b992454e20276a3475ec72351689b949","rated":false}' AS BLOB));
INSERT INTO "events" VALUES('cOZSj2bdhaAfyA34',4,1794821405.077,CAST('{"what":"moved","seat":2,"move":"offer carpet","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('cOZSj2bdhaAfyA34',5,1794821405.096,CAST('{"what":"moved","seat":0,"move":"offer arab_caravan","person":"00dFfqekXDXtMVXP","id":"m1"}' AS BLOB));
INSERT INTO "events" VALUES('cOZSj2bdhaAfyA34',6,1794821405.105,CAST('{"what":"moved","seat":1,"move":"offer contract","person":"ddH0VXzuJkLktpAS","id":"m2"}' AS BLOB));
INSERT INTO "events" VALUES('cOZSj2bdhaAfyA34',7,1794821405.11,CAST('{"what":"moved","seat":2,"move":"pick carpet","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('cOZSj2bdhaAfyA34',8,1794821405.121,CAST('{"what":"chatted","person":"00dFfqekXDXtMVXP","name":"guest 0","text":"guest 0 says „amul“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('cOZSj2bdhaAfyA34',9,1794821405.137,CAST('{"what":"chatted","person":"ddH0VXzuJkLktpAS","name":"guest 1","text":"guest 1 says „amul“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('cOZSj2bdhaAfyA34',10,1794821405.147,CAST('{"what":"asked","request":"pause","seat":0,"person":"00dFfqekXDXtMVXP"}' AS BLOB));
INSERT INTO "events" VALUES('cOZSj2bdhaAfyA34',11,1794821405.169,CAST('{"what":"answered","person":"ddH0VXzuJkLktpAS","agree":true}' AS BLOB));
INSERT INTO "events" VALUES('cOZSj2bdhaAfyA34',12,1794821405.195,CAST('{"what":"resumed","person":"ddH0VXzuJkLktpAS"}' AS BLOB));
INSERT INTO "events" VALUES('cOZSj2bdhaAfyA34',13,1794821405.218,CAST('{"what":"asked","request":"pause","seat":0,"person":"00dFfqekXDXtMVXP"}' AS BLOB));
INSERT INTO "events" VALUES('cOZSj2bdhaAfyA34',14,1794821405.241,CAST('{"what":"answered","person":"ddH0VXzuJkLktpAS","agree":true}' AS BLOB));
INSERT INTO "events" VALUES('07Xaw2K1CHmuTj8v',1,1794821405.26,CAST('{"what":"created","game":"amul","options":{"tea":false},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"instant","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"friend"},{"kind":"bot","level":"random"}]}' AS BLOB));
INSERT INTO "events" VALUES('07Xaw2K1CHmuTj8v',2,1794821405.289,CAST('{"what":"sat","seat":1,"person":"ddH0VXzuJkLktpAS","name":"guest 1"}' AS BLOB));
INSERT INTO "events" VALUES('07Xaw2K1CHmuTj8v',3,1794821405.296,CAST('{"what":"started","deal":{"first":2,"deck":["gold_smuggler","carpet","arab_merchant","gold","silver","arab_artifact","camel","gold","mongol_caravan","contract","silver","gold","arab_guard.F","carpet","arab_guard.C","porcelain","porcelain","camel","lamp","mongol_sword.B","mongol_guard.E","camel","arab_merchant","looter.K","spices","camel","spices","contract","gold","contract","arab_sword.A","carpet","porcelain","mongol_merchant","lamp","spices","oil","trading_house","camel","mongol_artifact","silver","thief","mongol_merchant","camel","opium","mongol_guard.D","arab_caravan","oil","spice_trader","spices","silver"]},"salt":"5544e65e4db6f98269cb304f0f029dfe","rated":false}' AS BLOB));
INSERT INTO "events" VALUES('07Xaw2K1CHmuTj8v',4,1794821405.304,CAST('{"what":"moved","seat":2,"move":"offer carpet","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('07Xaw2K1CHmuTj8v',5,1794821405.348,CAST('{"what":"moved","seat":0,"move":"offer mongol_caravan","person":"00dFfqekXDXtMVXP","id":"m1"}' AS BLOB));
INSERT INTO "events" VALUES('07Xaw2K1CHmuTj8v',6,1794821405.361,CAST('{"what":"moved","seat":1,"move":"offer camel","person":"ddH0VXzuJkLktpAS","id":"m2"}' AS BLOB));
INSERT INTO "events" VALUES('07Xaw2K1CHmuTj8v',7,1794821405.363,CAST('{"what":"moved","seat":2,"move":"pick camel","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('07Xaw2K1CHmuTj8v',8,1794821405.368,CAST('{"what":"moved","seat":0,"move":"pick carpet","person":"00dFfqekXDXtMVXP","id":"m3"}' AS BLOB));
INSERT INTO "events" VALUES('07Xaw2K1CHmuTj8v',9,1794821405.372,CAST('{"what":"moved","seat":1,"move":"pick mongol_caravan","person":"ddH0VXzuJkLktpAS","id":"m4"}' AS BLOB));
INSERT INTO "events" VALUES('07Xaw2K1CHmuTj8v',10,1794821405.38,CAST('{"what":"moved","seat":2,"move":"play silver","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('07Xaw2K1CHmuTj8v',11,1794821405.389,CAST('{"what":"chatted","person":"00dFfqekXDXtMVXP","name":"guest 0","text":"guest 0 says „amul“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('07Xaw2K1CHmuTj8v',12,1794821405.41,CAST('{"what":"chatted","person":"ddH0VXzuJkLktpAS","name":"guest 1","text":"guest 1 says „amul“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('07Xaw2K1CHmuTj8v',13,1794821405.444,CAST('{"what":"asked","request":"undo","seat":0,"person":"00dFfqekXDXtMVXP"}' AS BLOB));
INSERT INTO "events" VALUES('07Xaw2K1CHmuTj8v',14,1794821405.489,CAST('{"what":"answered","person":"ddH0VXzuJkLktpAS","agree":false}' AS BLOB));
INSERT INTO "events" VALUES('07Xaw2K1CHmuTj8v',15,1794821405.518,CAST('{"what":"asked","request":"undo","seat":1,"person":"ddH0VXzuJkLktpAS"}' AS BLOB));
INSERT INTO "events" VALUES('07Xaw2K1CHmuTj8v',16,1794821405.552,CAST('{"what":"answered","person":"00dFfqekXDXtMVXP","agree":false}' AS BLOB));
INSERT INTO "events" VALUES('07Xaw2K1CHmuTj8v',17,1794821405.583,CAST('{"what":"asked","request":"undo","seat":0,"person":"00dFfqekXDXtMVXP"}' AS BLOB));
INSERT INTO "events" VALUES('07Xaw2K1CHmuTj8v',18,1794821405.607,CAST('{"what":"answered","person":"ddH0VXzuJkLktpAS","agree":true}' AS BLOB));
INSERT INTO "events" VALUES('07Xaw2K1CHmuTj8v',19,1794821405.619,CAST('{"what":"asked","request":"undo","seat":1,"person":"ddH0VXzuJkLktpAS"}' AS BLOB));
INSERT INTO "events" VALUES('07Xaw2K1CHmuTj8v',20,1794821405.637,CAST('{"what":"answered","person":"00dFfqekXDXtMVXP","agree":true}' AS BLOB));
INSERT INTO "events" VALUES('9KPttRdjR2xGS14c',1,1794821405.644,CAST('{"what":"created","game":"amul","options":{"tea":false},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":false,"spectators":true,"forced_moves":true,"memory":false,"pace":"instant","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"friend"},{"kind":"bot","level":"random"}]}' AS BLOB));
INSERT INTO "events" VALUES('9KPttRdjR2xGS14c',2,1794821405.656,CAST('{"what":"sat","seat":1,"person":"ddH0VXzuJkLktpAS","name":"guest 1"}' AS BLOB));
INSERT INTO "events" VALUES('9KPttRdjR2xGS14c',3,1794821405.666,CAST('{"what":"started","deal":{"first":1,"deck":["lamp","gold_smuggler","oil","silver","gold","arab_merchant","arab_merchant","mongol_caravan","spices","camel","mongol_guard.E","gold","mongol_guard.D","spice_trader","contract","arab_guard.F","spices","trading_house","camel","silver","camel","mongol_merchant","camel","opium","carpet","mongol_artifact","gold","contract","arab_guard.C","lamp","contract","arab_artifact","porcelain","arab_sword.A","spices","mongol_merchant","camel","thief","porcelain","spices","arab_caravan","carpet","silver","looter.K","gold","silver","camel","carpet","oil","mongol_sword.B","porcelain"]},"salt":"19e589af8e3cb957b58bc3a271fb1a8c","rated":false}' AS BLOB));
INSERT INTO "events" VALUES('9KPttRdjR2xGS14c',4,1794821405.671,CAST('{"what":"moved","seat":2,"move":"offer spices","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('9KPttRdjR2xGS14c',5,1794821405.68,CAST('{"what":"moved","seat":0,"move":"offer gold","person":"00dFfqekXDXtMVXP","id":"m1"}' AS BLOB));
INSERT INTO "events" VALUES('9KPttRdjR2xGS14c',6,1794821405.683,CAST('{"what":"moved","seat":1,"move":"offer arab_guard.F","person":"ddH0VXzuJkLktpAS","id":"m2"}' AS BLOB));
INSERT INTO "events" VALUES('9KPttRdjR2xGS14c',7,1794821405.694,CAST('{"what":"chatted","person":"00dFfqekXDXtMVXP","name":"guest 0","text":"guest 0 says „amul“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('9KPttRdjR2xGS14c',8,1794821405.7,CAST('{"what":"chatted","person":"ddH0VXzuJkLktpAS","name":"guest 1","text":"guest 1 says „amul“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('h6oobkXfBSs4W5Je',4,1794821405.703,CAST('{"what":"moved","seat":1,"move":"discard F","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('9KPttRdjR2xGS14c',9,1794821405.707,CAST('{"what":"handed","seat":0,"level":"beginner","reason":"asked"}' AS BLOB));
INSERT INTO "events" VALUES('9KPttRdjR2xGS14c',10,1794821405.714,CAST('{"what":"handed","seat":0,"level":null,"reason":"back"}' AS BLOB));
INSERT INTO "events" VALUES('pdvqozjFMA4gi51r',1,1794821405.721,CAST('{"what":"created","game":"amul","options":{"tea":false},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"instant","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"friend"},{"kind":"bot","level":"random"}]}' AS BLOB));
INSERT INTO "events" VALUES('pdvqozjFMA4gi51r',2,1794821405.729,CAST('{"what":"sat","seat":1,"person":"ddH0VXzuJkLktpAS","name":"guest 1"}' AS BLOB));
INSERT INTO "events" VALUES('pdvqozjFMA4gi51r',3,1794821405.736,CAST('{"what":"started","deal":{"first":0,"deck":["arab_merchant","porcelain","arab_guard.C","mongol_merchant","gold","arab_merchant","arab_caravan","camel","contract","gold_smuggler","camel","mongol_sword.B","arab_artifact","camel","spices","carpet","porcelain","carpet","mongol_guard.D","spices","contract","camel","spice_trader","arab_guard.F","carpet","silver","silver","camel","oil","oil","opium","spices","mongol_caravan","gold","lamp","arab_sword.A","contract","thief","camel","mongol_merchant","silver","mongol_guard.E","mongol_artifact","lamp","gold","silver","gold","looter.K","trading_house","spices","porcelain"]},"salt":"aebda335d2fa3aa806ba07c9fdb81096","rated":false}' AS BLOB));
INSERT INTO "events" VALUES('pdvqozjFMA4gi51r',4,1794821405.742,CAST('{"what":"moved","seat":2,"move":"offer spices","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('pdvqozjFMA4gi51r',5,1794821405.75,CAST('{"what":"moved","seat":0,"move":"offer arab_merchant","person":"00dFfqekXDXtMVXP","id":"m1"}' AS BLOB));
INSERT INTO "events" VALUES('pdvqozjFMA4gi51r',6,1794821405.752,CAST('{"what":"moved","seat":1,"move":"offer porcelain","person":"ddH0VXzuJkLktpAS","id":"m2"}' AS BLOB));
INSERT INTO "events" VALUES('pdvqozjFMA4gi51r',7,1794821405.757,CAST('{"what":"moved","seat":0,"move":"pick mongol_guard.D","person":"00dFfqekXDXtMVXP","id":"m3"}' AS BLOB));
INSERT INTO "events" VALUES('pdvqozjFMA4gi51r',8,1794821405.768,CAST('{"what":"chatted","person":"00dFfqekXDXtMVXP","name":"guest 0","text":"guest 0 says „amul“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('pdvqozjFMA4gi51r',9,1794821405.774,CAST('{"what":"chatted","person":"ddH0VXzuJkLktpAS","name":"guest 1","text":"guest 1 says „amul“.","id":"c"}' AS BLOB));
INSERT INTO "events" VALUES('pdvqozjFMA4gi51r',10,1794821405.781,CAST('{"what":"forfeited","seat":1,"reason":"resigned"}' AS BLOB));
INSERT INTO "events" VALUES('pdvqozjFMA4gi51r',11,1794821405.799,CAST('{"what":"forfeited","seat":0,"reason":"resigned","ends":true}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',1,1794821405.809,CAST('{"what":"created","game":"amul","options":{"tea":false},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"instant","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"bot","level":"random"},{"kind":"bot","level":"random"}]}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',2,1794821405.814,CAST('{"what":"started","deal":{"first":0,"deck":["thief","spices","porcelain","porcelain","porcelain","spices","oil","carpet","camel","looter.K","gold","mongol_artifact","mongol_sword.B","silver","mongol_guard.D","camel","trading_house","mongol_merchant","carpet","arab_sword.A","contract","silver","spice_trader","silver","oil","arab_guard.F","arab_artifact","mongol_guard.E","mongol_merchant","gold_smuggler","camel","lamp","spices","arab_caravan","gold","carpet","arab_merchant","gold","opium","camel","contract","contract","camel","lamp","gold","mongol_caravan","spices","camel","arab_guard.C","arab_merchant","silver"]},"salt":"5f5faca52cd2bccf1e60c767a131c820","rated":false}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',3,1794821405.817,CAST('{"what":"moved","seat":1,"move":"offer trading_house","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',4,1794821405.826,CAST('{"what":"moved","seat":2,"move":"offer gold","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',5,1794821405.83,CAST('{"what":"moved","seat":0,"move":"offer porcelain","person":"00dFfqekXDXtMVXP","id":"guest 0-1"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',6,1794821405.832,CAST('{"what":"moved","seat":0,"move":"pick carpet","person":"00dFfqekXDXtMVXP","id":"guest 0-2"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',7,1794821405.837,CAST('{"what":"moved","seat":1,"move":"pick gold","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',8,1794821405.84,CAST('{"what":"moved","seat":2,"move":"pick porcelain","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',9,1794821405.844,CAST('{"what":"moved","seat":1,"move":"play camel","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',10,1794821405.848,CAST('{"what":"moved","seat":2,"move":"play mongol_artifact","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',11,1794821405.851,CAST('{"what":"moved","seat":0,"move":"play thief","person":"00dFfqekXDXtMVXP","id":"guest 0-3"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',12,1794821405.856,CAST('{"what":"moved","seat":1,"move":"offer gold","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',13,1794821405.86,CAST('{"what":"moved","seat":2,"move":"offer porcelain","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',14,1794821405.864,CAST('{"what":"moved","seat":0,"move":"offer spices","person":"00dFfqekXDXtMVXP","id":"guest 0-4"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',15,1794821405.868,CAST('{"what":"moved","seat":1,"move":"pick spice_trader","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',16,1794821405.872,CAST('{"what":"moved","seat":2,"move":"pick spices","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',17,1794821405.876,CAST('{"what":"moved","seat":0,"move":"pick porcelain","person":"00dFfqekXDXtMVXP","id":"guest 0-5"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',18,1794821405.88,CAST('{"what":"moved","seat":1,"move":"play looter.K","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',19,1794821405.884,CAST('{"what":"moved","seat":2,"move":"play silver","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',20,1794821405.888,CAST('{"what":"moved","seat":0,"move":"play silver","person":"00dFfqekXDXtMVXP","id":"guest 0-6"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',21,1794821405.892,CAST('{"what":"moved","seat":1,"move":"offer arab_sword.A","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',22,1794821405.896,CAST('{"what":"moved","seat":2,"move":"offer mongol_guard.D","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',23,1794821405.899,CAST('{"what":"moved","seat":0,"move":"offer carpet","person":"00dFfqekXDXtMVXP","id":"guest 0-7"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',24,1794821405.903,CAST('{"what":"moved","seat":2,"move":"pick carpet","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',25,1794821405.908,CAST('{"what":"moved","seat":0,"move":"pick arab_sword.A","person":"00dFfqekXDXtMVXP","id":"guest 0-8"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',26,1794821405.911,CAST('{"what":"moved","seat":1,"move":"pick arab_artifact","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',27,1794821405.917,CAST('{"what":"moved","seat":1,"move":"play spices","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',28,1794821405.92,CAST('{"what":"moved","seat":2,"move":"play spices","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',29,1794821405.924,CAST('{"what":"moved","seat":0,"move":"play oil","person":"00dFfqekXDXtMVXP","id":"guest 0-9"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',30,1794821405.929,CAST('{"what":"moved","seat":1,"move":"offer arab_artifact","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',31,1794821405.932,CAST('{"what":"moved","seat":2,"move":"offer gold_smuggler","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',32,1794821405.936,CAST('{"what":"moved","seat":0,"move":"offer mongol_guard.E","person":"00dFfqekXDXtMVXP","id":"guest 0-10"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',33,1794821405.939,CAST('{"what":"moved","seat":1,"move":"pick mongol_guard.E","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',34,1794821405.944,CAST('{"what":"moved","seat":0,"move":"pick arab_artifact","person":"00dFfqekXDXtMVXP","id":"guest 0-11"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',35,1794821405.947,CAST('{"what":"moved","seat":2,"move":"pick camel","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',36,1794821405.953,CAST('{"what":"moved","seat":1,"move":"play spice_trader","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',37,1794821405.956,CAST('{"what":"moved","seat":2,"move":"play mongol_merchant","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',38,1794821405.96,CAST('{"what":"moved","seat":0,"move":"play porcelain","person":"00dFfqekXDXtMVXP","id":"guest 0-12"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',39,1794821405.964,CAST('{"what":"moved","seat":2,"move":"take yurt","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',40,1794821405.969,CAST('{"what":"moved","seat":1,"move":"offer lamp","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',41,1794821405.972,CAST('{"what":"moved","seat":2,"move":"offer camel","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',42,1794821405.976,CAST('{"what":"moved","seat":0,"move":"offer porcelain","person":"00dFfqekXDXtMVXP","id":"guest 0-13"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',43,1794821405.98,CAST('{"what":"moved","seat":1,"move":"pick porcelain","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',44,1794821405.983,CAST('{"what":"moved","seat":2,"move":"pick gold","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',45,1794821405.988,CAST('{"what":"moved","seat":0,"move":"pick lamp","person":"00dFfqekXDXtMVXP","id":"guest 0-14"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',46,1794821405.992,CAST('{"what":"moved","seat":1,"move":"play arab_guard.F","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',47,1794821405.995,CAST('{"what":"moved","seat":2,"move":"play carpet","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',48,1794821406.0,CAST('{"what":"moved","seat":0,"move":"play arab_sword.A","person":"00dFfqekXDXtMVXP","id":"guest 0-15"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',49,1794821406.004,CAST('{"what":"moved","seat":1,"move":"offer carpet","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',50,1794821406.008,CAST('{"what":"moved","seat":2,"move":"offer carpet","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',51,1794821406.012,CAST('{"what":"moved","seat":0,"move":"offer arab_merchant","person":"00dFfqekXDXtMVXP","id":"guest 0-16"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',52,1794821406.015,CAST('{"what":"moved","seat":1,"move":"pick arab_merchant","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',53,1794821406.019,CAST('{"what":"moved","seat":0,"move":"pick opium","person":"00dFfqekXDXtMVXP","id":"guest 0-17"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',54,1794821406.024,CAST('{"what":"moved","seat":2,"move":"pick carpet","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',55,1794821406.029,CAST('{"what":"moved","seat":1,"move":"play gold","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',56,1794821406.031,CAST('{"what":"moved","seat":2,"move":"play silver","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',57,1794821406.036,CAST('{"what":"moved","seat":0,"move":"play porcelain","person":"00dFfqekXDXtMVXP","id":"guest 0-18"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',58,1794821406.041,CAST('{"what":"moved","seat":1,"move":"offer mongol_guard.E","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',59,1794821406.043,CAST('{"what":"moved","seat":2,"move":"offer contract","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',60,1794821406.048,CAST('{"what":"moved","seat":0,"move":"offer camel","person":"00dFfqekXDXtMVXP","id":"guest 0-19"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',61,1794821406.052,CAST('{"what":"moved","seat":1,"move":"pick camel","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',62,1794821406.056,CAST('{"what":"moved","seat":0,"move":"pick camel","person":"00dFfqekXDXtMVXP","id":"guest 0-20"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',63,1794821406.059,CAST('{"what":"moved","seat":2,"move":"pick mongol_guard.E","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',64,1794821406.064,CAST('{"what":"moved","seat":1,"move":"play mongol_merchant","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',65,1794821406.067,CAST('{"what":"moved","seat":2,"move":"play contract","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',66,1794821406.072,CAST('{"what":"moved","seat":0,"move":"play lamp","person":"00dFfqekXDXtMVXP","id":"guest 0-21"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',67,1794821406.075,CAST('{"what":"moved","seat":1,"move":"take silver","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',68,1794821406.08,CAST('{"what":"moved","seat":2,"move":"take trader_baghdad","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',69,1794821406.085,CAST('{"what":"moved","seat":1,"move":"offer oil","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',70,1794821406.089,CAST('{"what":"moved","seat":2,"move":"offer carpet","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',71,1794821406.092,CAST('{"what":"moved","seat":0,"move":"offer mongol_caravan","person":"00dFfqekXDXtMVXP","id":"guest 0-22"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',72,1794821406.095,CAST('{"what":"moved","seat":1,"move":"pick spices","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',73,1794821406.101,CAST('{"what":"moved","seat":0,"move":"pick oil","person":"00dFfqekXDXtMVXP","id":"guest 0-23"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',74,1794821406.104,CAST('{"what":"moved","seat":2,"move":"pick mongol_caravan","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',75,1794821406.109,CAST('{"what":"moved","seat":1,"move":"play camel","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',76,1794821406.112,CAST('{"what":"moved","seat":2,"move":"play spices","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',77,1794821406.116,CAST('{"what":"moved","seat":0,"move":"play opium","person":"00dFfqekXDXtMVXP","id":"guest 0-24"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',78,1794821406.121,CAST('{"what":"moved","seat":1,"move":"offer porcelain","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',79,1794821406.124,CAST('{"what":"moved","seat":2,"move":"offer mongol_sword.B","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',80,1794821406.128,CAST('{"what":"moved","seat":0,"move":"offer arab_guard.C","person":"00dFfqekXDXtMVXP","id":"guest 0-25"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',81,1794821406.131,CAST('{"what":"moved","seat":1,"move":"pick mongol_sword.B","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',82,1794821406.135,CAST('{"what":"moved","seat":0,"move":"pick silver","person":"00dFfqekXDXtMVXP","id":"guest 0-26"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',83,1794821406.14,CAST('{"what":"moved","seat":2,"move":"pick arab_guard.C","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',84,1794821406.144,CAST('{"what":"moved","seat":1,"move":"play spices","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',85,1794821406.148,CAST('{"what":"moved","seat":2,"move":"play gold","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('rLcJoldjXBuyh5WY',86,1794821406.152,CAST('{"what":"moved","seat":0,"move":"play arab_artifact","person":"00dFfqekXDXtMVXP","id":"guest 0-27"}' AS BLOB));
INSERT INTO "events" VALUES('RvuGpvJlhnW4C7I2',1,1794821406.181,CAST('{"what":"created","game":"amul","options":{"tea":false},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"instant","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"bot","level":"random"},{"kind":"bot","level":"random"}]}' AS BLOB));
INSERT INTO "events" VALUES('RvuGpvJlhnW4C7I2',2,1794821406.185,CAST('{"what":"started","deal":{"first":2,"deck":["spices","mongol_artifact","silver","mongol_guard.D","gold","silver","contract","gold","lamp","silver","mongol_sword.B","mongol_merchant","camel","arab_merchant","camel","oil","contract","gold","mongol_caravan","camel","porcelain","lamp","thief","mongol_guard.E","arab_caravan","camel","carpet","spice_trader","spices","porcelain","arab_guard.C","opium","silver","oil","mongol_merchant","spices","arab_merchant","porcelain","arab_artifact","camel","trading_house","arab_sword.A","gold_smuggler","contract","looter.K","gold","camel","arab_guard.F","carpet","spices","carpet"]},"salt":"a8834b74c84587237693e6d141cde275","rated":false}' AS BLOB));
INSERT INTO "events" VALUES('RvuGpvJlhnW4C7I2',3,1794821406.192,CAST('{"what":"moved","seat":1,"move":"offer gold","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('RvuGpvJlhnW4C7I2',4,1794821406.196,CAST('{"what":"moved","seat":2,"move":"offer silver","by":"bot"}' AS BLOB));
INSERT INTO "events" VALUES('RvuGpvJlhnW4C7I2',5,1794821406.197,CAST('{"what":"closed","person":"00dFfqekXDXtMVXP"}' AS BLOB));
INSERT INTO "events" VALUES('PiMyqJkAYcFlMU0M',1,1794821406.214,CAST('{"what":"created","game":"amul","options":{"tea":false},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"natural","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"bot","name":"guest","level":"casual"},{"kind":"bot","name":"bot:random","level":"casual"},{"kind":"bot","name":"bot:random","level":"casual"}],"imported":true}' AS BLOB));
INSERT INTO "events" VALUES('PiMyqJkAYcFlMU0M',2,1794821406.217,CAST('{"what":"started","deal":{"first":0,"deck":["thief","spices","porcelain","porcelain","porcelain","spices","oil","carpet","camel","looter.K","gold","mongol_artifact","mongol_sword.B","silver","mongol_guard.D","camel","trading_house","mongol_merchant","carpet","arab_sword.A","contract","silver","spice_trader","silver","oil","arab_guard.F","arab_artifact","mongol_guard.E","mongol_merchant","gold_smuggler","camel","lamp","spices","arab_caravan","gold","carpet","arab_merchant","gold","opium","camel","contract","contract","camel","lamp","gold","mongol_caravan","spices","camel","arab_guard.C","arab_merchant","silver"]},"salt":"5f5faca52cd2bccf1e60c767a131c820","moves":[[1,"offer trading_house"],[2,"offer gold"],[0,"offer porcelain"],[0,"pick carpet"],[1,"pick gold"],[2,"pick porcelain"],[1,"play camel"],[2,"play mongol_artifact"],[0,"play thief"],[1,"offer gold"],[2,"offer porcelain"],[0,"offer spices"],[1,"pick spice_trader"],[2,"pick spices"],[0,"pick porcelain"],[1,"play looter.K"],[2,"play silver"],[0,"play silver"],[1,"offer arab_sword.A"],[2,"offer mongol_guard.D"],[0,"offer carpet"],[2,"pick carpet"],[0,"pick arab_sword.A"],[1,"pick arab_artifact"],[1,"play spices"],[2,"play spices"],[0,"play oil"],[1,"offer arab_artifact"],[2,"offer gold_smuggler"],[0,"offer mongol_guard.E"],[1,"pick mongol_guard.E"],[0,"pick arab_artifact"],[2,"pick camel"],[1,"play spice_trader"],[2,"play mongol_merchant"],[0,"play porcelain"],[2,"take yurt"],[1,"offer lamp"],[2,"offer camel"],[0,"offer porcelain"],[1,"pick porcelain"],[2,"pick gold"],[0,"pick lamp"],[1,"play arab_guard.F"],[2,"play carpet"],[0,"play arab_sword.A"],[1,"offer carpet"],[2,"offer carpet"],[0,"offer arab_merchant"],[1,"pick arab_merchant"],[0,"pick opium"],[2,"pick carpet"],[1,"play gold"],[2,"play silver"],[0,"play porcelain"],[1,"offer mongol_guard.E"],[2,"offer contract"],[0,"offer camel"],[1,"pick camel"],[0,"pick camel"],[2,"pick mongol_guard.E"],[1,"play mongol_merchant"],[2,"play contract"],[0,"play lamp"],[1,"take silver"],[2,"take trader_baghdad"],[1,"offer oil"],[2,"offer carpet"],[0,"offer mongol_caravan"],[1,"pick spices"],[0,"pick oil"],[2,"pick mongol_caravan"],[1,"play camel"],[2,"play spices"],[0,"play opium"],[1,"offer porcelain"],[2,"offer mongol_sword.B"],[0,"offer arab_guard.C"],[1,"pick mongol_sword.B"],[0,"pick silver"],[2,"pick arab_guard.C"],[1,"play spices"],[2,"play gold"],[0,"play arab_artifact"]],"rated":false}' AS BLOB));
INSERT INTO "events" VALUES('oMzHjztfdNz0aySc',1,1794821406.227,CAST('{"what":"created","game":"amul","options":{"tea":false},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"natural","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"},{"kind":"bot","level":"casual"},{"kind":"bot","level":"casual"}]}' AS BLOB));
INSERT INTO "events" VALUES('oMzHjztfdNz0aySc',2,1794821406.23,CAST('{"what":"started","deal":{"first":0,"deck":["thief","spices","porcelain","porcelain","porcelain","spices","oil","carpet","camel","looter.K","gold","mongol_artifact","mongol_sword.B","silver","mongol_guard.D","camel","trading_house","mongol_merchant","carpet","arab_sword.A","contract","silver","spice_trader","silver","oil","arab_guard.F","arab_artifact","mongol_guard.E","mongol_merchant","gold_smuggler","camel","lamp","spices","arab_caravan","gold","carpet","arab_merchant","gold","opium","camel","contract","contract","camel","lamp","gold","mongol_caravan","spices","camel","arab_guard.C","arab_merchant","silver"]},"salt":"e101edfa2dcb3e84ae806f98d404bbf2","moves":[[1,"offer trading_house"],[2,"offer gold"],[0,"offer porcelain"]],"rated":false}' AS BLOB));
INSERT INTO "events" VALUES('i4CsIzUYQiJPf2wR',1,1794821406.237,CAST('{"what":"created","game":"amul","options":{"tea":false},"settings":{"clock":{"kind":"none"},"on_timeout":"bot","absent":"ask","undo":true,"hints":true,"rated":true,"spectators":true,"forced_moves":true,"memory":false,"pace":"instant","chat":true},"host":"00dFfqekXDXtMVXP","seats":[{"kind":"person","person":"ddH0VXzuJkLktpAS","name":"guest 1"},{"kind":"bot","level":"random"},{"kind":"person","person":"00dFfqekXDXtMVXP","name":"guest 0"}],"rematch_of":"pdvqozjFMA4gi51r"}' AS BLOB));
INSERT INTO "events" VALUES('pdvqozjFMA4gi51r',12,1794821406.241,CAST('{"what":"rematch","table":"i4CsIzUYQiJPf2wR"}' AS BLOB));
CREATE TABLE keys (
	hash VARCHAR(64) NOT NULL, 
	id VARCHAR(32) NOT NULL, 
	person VARCHAR(32) NOT NULL, 
	label VARCHAR(64), 
	created FLOAT NOT NULL, 
	seen FLOAT NOT NULL, scope VARCHAR(8) DEFAULT 'play' NOT NULL, 
	PRIMARY KEY (hash), 
	FOREIGN KEY(person) REFERENCES people (id) ON DELETE CASCADE
);
INSERT INTO "keys" VALUES('7490ff28401d03832c2884b7efd6130c7e25052df7ebb4864c5422ff001958e9','mrida9LKaHwFKtPt','00dFfqekXDXtMVXP',NULL,1794821397.653,1794821397.701,'play');
INSERT INTO "keys" VALUES('21a7811f7ddd09a1d21f0acf1c6ce15f9a051e2a78ce06c5200ac4310388e2cf','LCQyKTlwrHprOkg2','ddH0VXzuJkLktpAS',NULL,1794821397.679,1794821397.953,'play');
CREATE TABLE orders (
	id VARCHAR(32) NOT NULL, 
	body BLOB NOT NULL, 
	given FLOAT NOT NULL, 
	taken_until FLOAT DEFAULT '0' NOT NULL, 
	done FLOAT, 
	answer TEXT, 
	PRIMARY KEY (id)
);
CREATE TABLE people (
	id VARCHAR(32) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	account VARCHAR(32), 
	passphrase TEXT, 
	created FLOAT NOT NULL, 
	seen FLOAT NOT NULL, banned FLOAT, 
	PRIMARY KEY (id), 
	UNIQUE (account)
);
INSERT INTO "people" VALUES('00dFfqekXDXtMVXP','guest 0','ada','$argon2id$v=19$m=65536,t=3,p=4$/n1wcXajUmWFSvzLwLTojQ$6NlHt44ROLEJM77W83EiZXgopCu+dkkO6Z9RE4jBL1A',1794821397.653,1794821397.701,NULL);
INSERT INTO "people" VALUES('ddH0VXzuJkLktpAS','guest 1','ben','$argon2id$v=19$m=65536,t=3,p=4$AmwMG1jU9KbkA7LxgACqZQ$FHH9JV6YGb14VLOAPOUppFPpItZINWvDdWzkFYmLNM0',1794821397.679,1794821397.953,NULL);
CREATE TABLE ratings (
	person VARCHAR(32) NOT NULL, 
	game VARCHAR(16) NOT NULL, 
	value FLOAT NOT NULL, 
	deviation FLOAT NOT NULL, 
	volatility FLOAT NOT NULL, 
	rated INTEGER NOT NULL, 
	PRIMARY KEY (person, game), 
	FOREIGN KEY(person) REFERENCES people (id) ON DELETE CASCADE
);
INSERT INTO "ratings" VALUES('00dFfqekXDXtMVXP','wampum',1.61068635871190099354e+03,3.38767859368834592707e+02,0.06,1);
INSERT INTO "ratings" VALUES('ddH0VXzuJkLktpAS','wampum',1.38931364128809900645e+03,3.38767859368834592707e+02,0.06,1);
INSERT INTO "ratings" VALUES('00dFfqekXDXtMVXP','wigwam',1.66231089390629767875e+03,2.90318963717980466293e+02,5.99996753723381417988e-02,1);
INSERT INTO "ratings" VALUES('ddH0VXzuJkLktpAS','wigwam',1.33768910609370232124e+03,2.90318963717980466293e+02,5.99996753723381417988e-02,1);
CREATE TABLE results (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	person VARCHAR(32) NOT NULL, 
	game VARCHAR(16) NOT NULL, 
	place INTEGER NOT NULL, 
	won BOOLEAN NOT NULL, 
	at FLOAT NOT NULL, players INTEGER DEFAULT '0' NOT NULL, rating FLOAT, change FLOAT, 
	PRIMARY KEY (table_id, seat)
);
INSERT INTO "results" VALUES('EK51t9GrWsE2c0h5',0,'00dFfqekXDXtMVXP','wampum',1,1,1794821400.27,2,1.61068635871190099354e+03,110.686358711901);
INSERT INTO "results" VALUES('EK51t9GrWsE2c0h5',1,'ddH0VXzuJkLktpAS','wampum',2,0,1794821400.27,2,1.38931364128809900645e+03,-110.686358711901);
INSERT INTO "results" VALUES('6gzfXV7iAR3GtXm6',0,'00dFfqekXDXtMVXP','wampum',2,0,1794821400.628,2,NULL,NULL);
INSERT INTO "results" VALUES('WdIdJAHWWskR0yNi',0,'00dFfqekXDXtMVXP','wigwam',1,1,1794821403.671,2,1.66231089390629767875e+03,1.62310893906297678762e+02);
INSERT INTO "results" VALUES('WdIdJAHWWskR0yNi',1,'ddH0VXzuJkLktpAS','wigwam',2,0,1794821403.671,2,1.33768910609370232124e+03,-1.62310893906297678762e+02);
INSERT INTO "results" VALUES('lphjHnvC2nI6upz9',0,'00dFfqekXDXtMVXP','wigwam',2,0,1794821404.051,2,NULL,NULL);
INSERT INTO "results" VALUES('pdvqozjFMA4gi51r',0,'00dFfqekXDXtMVXP','amul',2,0,1794821405.799,3,NULL,NULL);
INSERT INTO "results" VALUES('pdvqozjFMA4gi51r',1,'ddH0VXzuJkLktpAS','amul',2,0,1794821405.799,3,NULL,NULL);
INSERT INTO "results" VALUES('rLcJoldjXBuyh5WY',0,'00dFfqekXDXtMVXP','amul',3,0,1794821406.152,3,NULL,NULL);
CREATE TABLE reviews (
	table_id VARCHAR(32) NOT NULL, 
	body BLOB NOT NULL, 
	PRIMARY KEY (table_id)
);
CREATE TABLE sitting (
	person VARCHAR(32) NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	PRIMARY KEY (person, table_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','Y2KmJfhdhBRZquTg');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','hV9ObCSaDujxFXtc');
INSERT INTO "sitting" VALUES('ddH0VXzuJkLktpAS','hV9ObCSaDujxFXtc');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','BjxEtJhPWk9cJaSo');
INSERT INTO "sitting" VALUES('ddH0VXzuJkLktpAS','BjxEtJhPWk9cJaSo');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','R7Hx89gfmiKEn9W1');
INSERT INTO "sitting" VALUES('ddH0VXzuJkLktpAS','R7Hx89gfmiKEn9W1');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','lYWcsIkwLRHhZKxR');
INSERT INTO "sitting" VALUES('ddH0VXzuJkLktpAS','lYWcsIkwLRHhZKxR');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','EK51t9GrWsE2c0h5');
INSERT INTO "sitting" VALUES('ddH0VXzuJkLktpAS','EK51t9GrWsE2c0h5');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','6gzfXV7iAR3GtXm6');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','iuxumGXJKi3ITPx7');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','h6oobkXfBSs4W5Je');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','WzYgUdjwon5DWmmK');
INSERT INTO "sitting" VALUES('ddH0VXzuJkLktpAS','WzYgUdjwon5DWmmK');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','xU4vvp2tONYY5KfG');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','6aWdEwVjksfnM5BI');
INSERT INTO "sitting" VALUES('ddH0VXzuJkLktpAS','6aWdEwVjksfnM5BI');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','3AEldOcsET0VX327');
INSERT INTO "sitting" VALUES('ddH0VXzuJkLktpAS','3AEldOcsET0VX327');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','M4wuHzvY43g98oHg');
INSERT INTO "sitting" VALUES('ddH0VXzuJkLktpAS','M4wuHzvY43g98oHg');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','nMuxPlIrgv6AIr4p');
INSERT INTO "sitting" VALUES('ddH0VXzuJkLktpAS','nMuxPlIrgv6AIr4p');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','WdIdJAHWWskR0yNi');
INSERT INTO "sitting" VALUES('ddH0VXzuJkLktpAS','WdIdJAHWWskR0yNi');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','lphjHnvC2nI6upz9');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','oqyczhpZMOmCKn3v');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','KuthTos9DaPasxIu');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','jOIzqnkkmHU3OIKC');
INSERT INTO "sitting" VALUES('ddH0VXzuJkLktpAS','jOIzqnkkmHU3OIKC');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','HiKCvgjHVWjgFdqC');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','4mBzcSt1nNWwJPgM');
INSERT INTO "sitting" VALUES('ddH0VXzuJkLktpAS','4mBzcSt1nNWwJPgM');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','cOZSj2bdhaAfyA34');
INSERT INTO "sitting" VALUES('ddH0VXzuJkLktpAS','cOZSj2bdhaAfyA34');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','07Xaw2K1CHmuTj8v');
INSERT INTO "sitting" VALUES('ddH0VXzuJkLktpAS','07Xaw2K1CHmuTj8v');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','9KPttRdjR2xGS14c');
INSERT INTO "sitting" VALUES('ddH0VXzuJkLktpAS','9KPttRdjR2xGS14c');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','pdvqozjFMA4gi51r');
INSERT INTO "sitting" VALUES('ddH0VXzuJkLktpAS','pdvqozjFMA4gi51r');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','rLcJoldjXBuyh5WY');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','RvuGpvJlhnW4C7I2');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','oMzHjztfdNz0aySc');
INSERT INTO "sitting" VALUES('00dFfqekXDXtMVXP','i4CsIzUYQiJPf2wR');
INSERT INTO "sitting" VALUES('ddH0VXzuJkLktpAS','i4CsIzUYQiJPf2wR');
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	game VARCHAR(16) NOT NULL, 
	status VARCHAR(8) NOT NULL, 
	listed BOOLEAN NOT NULL, 
	host VARCHAR(32) NOT NULL, 
	created FLOAT NOT NULL, 
	updated FLOAT NOT NULL, 
	due FLOAT, 
	claimed_by VARCHAR(32), 
	claimed_until FLOAT DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('Y2KmJfhdhBRZquTg','wampum','open',1,'00dFfqekXDXtMVXP',1794821398.356,1794821398.356,NULL,NULL,0.0);
INSERT INTO "tables" VALUES('hV9ObCSaDujxFXtc','wampum','playing',0,'00dFfqekXDXtMVXP',1794821398.401,1794821399.139,1794821399.139,'vm-18370-WiPCAi',1000000000000.0);
INSERT INTO "tables" VALUES('BjxEtJhPWk9cJaSo','wampum','playing',0,'00dFfqekXDXtMVXP',1794821399.374,1794821399.405,1794821399.405,'vm-18370-WiPCAi',1000000000000.0);
INSERT INTO "tables" VALUES('R7Hx89gfmiKEn9W1','wampum','playing',0,'00dFfqekXDXtMVXP',1794821399.558,1794821399.578,NULL,NULL,0.0);
INSERT INTO "tables" VALUES('lYWcsIkwLRHhZKxR','wampum','playing',0,'00dFfqekXDXtMVXP',1794821399.888,1794821399.917,NULL,'vm-18370-WiPCAi',1000000000000.0);
INSERT INTO "tables" VALUES('EK51t9GrWsE2c0h5','wampum','over',0,'00dFfqekXDXtMVXP',1794821400.078,1794821400.27,NULL,NULL,0.0);
INSERT INTO "tables" VALUES('6gzfXV7iAR3GtXm6','wampum','over',0,'00dFfqekXDXtMVXP',1794821400.358,1794821400.628,NULL,'vm-18370-WiPCAi',1000000000000.0);
INSERT INTO "tables" VALUES('iuxumGXJKi3ITPx7','wampum','closed',0,'00dFfqekXDXtMVXP',1794821400.679,1794821400.718,NULL,'vm-18370-WiPCAi',1000000000000.0);
INSERT INTO "tables" VALUES('jEXQ5q03E2twHBsC','wampum','over',0,'00dFfqekXDXtMVXP',1794821400.772,1794821400.775,NULL,NULL,0.0);
INSERT INTO "tables" VALUES('h6oobkXfBSs4W5Je','wampum','playing',0,'00dFfqekXDXtMVXP',1794821400.812,1794821400.818,1794821400.818,'vm-18370-WiPCAi',1000000000000.0);
INSERT INTO "tables" VALUES('WzYgUdjwon5DWmmK','wampum','open',0,'00dFfqekXDXtMVXP',1794821400.875,1794821400.875,NULL,NULL,0.0);
INSERT INTO "tables" VALUES('xU4vvp2tONYY5KfG','wigwam','open',1,'00dFfqekXDXtMVXP',1794821401.476,1794821401.476,NULL,NULL,0.0);
INSERT INTO "tables" VALUES('6aWdEwVjksfnM5BI','wigwam','playing',0,'00dFfqekXDXtMVXP',1794821401.591,1794821401.719,1794821401.719,'vm-18370-WiPCAi',1000000000000.0);
INSERT INTO "tables" VALUES('3AEldOcsET0VX327','wigwam','playing',0,'00dFfqekXDXtMVXP',1794821402.337,1794821402.431,1794821402.431,'vm-18370-WiPCAi',1000000000000.0);
INSERT INTO "tables" VALUES('M4wuHzvY43g98oHg','wigwam','playing',0,'00dFfqekXDXtMVXP',1794821402.709,1794821402.778,NULL,NULL,0.0);
INSERT INTO "tables" VALUES('nMuxPlIrgv6AIr4p','wigwam','playing',0,'00dFfqekXDXtMVXP',1794821403.206,1794821403.245,NULL,'vm-18370-WiPCAi',1000000000000.0);
INSERT INTO "tables" VALUES('WdIdJAHWWskR0yNi','wigwam','over',0,'00dFfqekXDXtMVXP',1794821403.431,1794821403.671,NULL,NULL,0.0);
INSERT INTO "tables" VALUES('lphjHnvC2nI6upz9','wigwam','over',0,'00dFfqekXDXtMVXP',1794821403.722,1794821404.051,NULL,'vm-18370-WiPCAi',1000000000000.0);
INSERT INTO "tables" VALUES('oqyczhpZMOmCKn3v','wigwam','closed',0,'00dFfqekXDXtMVXP',1794821404.068,1794821404.081,NULL,'vm-18370-WiPCAi',1000000000000.0);
INSERT INTO "tables" VALUES('aEmPTflncutOlLdq','wigwam','over',0,'00dFfqekXDXtMVXP',1794821404.101,1794821404.104,NULL,NULL,0.0);
INSERT INTO "tables" VALUES('KuthTos9DaPasxIu','wigwam','playing',0,'00dFfqekXDXtMVXP',1794821404.116,1794821404.119,1794821404.119,'vm-18370-WiPCAi',1000000000000.0);
INSERT INTO "tables" VALUES('jOIzqnkkmHU3OIKC','wigwam','open',0,'00dFfqekXDXtMVXP',1794821404.13,1794821404.13,NULL,NULL,0.0);
INSERT INTO "tables" VALUES('HiKCvgjHVWjgFdqC','amul','open',1,'00dFfqekXDXtMVXP',1794821404.174,1794821404.174,NULL,NULL,0.0);
INSERT INTO "tables" VALUES('4mBzcSt1nNWwJPgM','amul','playing',0,'00dFfqekXDXtMVXP',1794821404.268,1794821404.457,1794821404.457,'vm-18370-WiPCAi',1000000000000.0);
INSERT INTO "tables" VALUES('cOZSj2bdhaAfyA34','amul','playing',0,'00dFfqekXDXtMVXP',1794821405.037,1794821405.067,1794821405.067,'vm-18370-WiPCAi',1000000000000.0);
INSERT INTO "tables" VALUES('07Xaw2K1CHmuTj8v','amul','playing',0,'00dFfqekXDXtMVXP',1794821405.26,1794821405.296,1794821405.296,'vm-18370-WiPCAi',1000000000000.0);
INSERT INTO "tables" VALUES('9KPttRdjR2xGS14c','amul','playing',0,'00dFfqekXDXtMVXP',1794821405.644,1794821405.666,1794821405.666,'vm-18370-WiPCAi',1000000000000.0);
INSERT INTO "tables" VALUES('pdvqozjFMA4gi51r','amul','over',0,'',1794821405.721,1794821405.799,NULL,'vm-18370-WiPCAi',1000000000000.0);
INSERT INTO "tables" VALUES('rLcJoldjXBuyh5WY','amul','over',0,'00dFfqekXDXtMVXP',1794821405.809,1794821406.152,NULL,'vm-18370-WiPCAi',1000000000000.0);
INSERT INTO "tables" VALUES('RvuGpvJlhnW4C7I2','amul','closed',0,'00dFfqekXDXtMVXP',1794821406.181,1794821406.197,NULL,'vm-18370-WiPCAi',1000000000000.0);
INSERT INTO "tables" VALUES('PiMyqJkAYcFlMU0M','amul','over',0,'00dFfqekXDXtMVXP',1794821406.214,1794821406.217,NULL,NULL,0.0);
INSERT INTO "tables" VALUES('oMzHjztfdNz0aySc','amul','playing',0,'00dFfqekXDXtMVXP',1794821406.227,1794821406.23,1794821406.23,'vm-18370-WiPCAi',1000000000000.0);
INSERT INTO "tables" VALUES('i4CsIzUYQiJPf2wR','amul','open',0,'00dFfqekXDXtMVXP',1794821406.237,1794821406.237,NULL,NULL,0.0);
CREATE INDEX tables_listed ON tables (listed, status, created);
CREATE INDEX tables_due ON tables (due);
CREATE INDEX tables_updated ON tables (updated);
CREATE INDEX people_seen ON people (seen);
CREATE INDEX keys_person ON keys (person);
CREATE INDEX sitting_table ON sitting (table_id);
CREATE INDEX results_person ON results (person);
CREATE INDEX keys_id ON keys (id);
COMMIT;
