def judge(j, names): pass
